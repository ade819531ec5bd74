    slt $4,$1,$0
    slt $5,$2,$0
    bne $4,$0,n
    bne $5,$0,n
    lis $3
    .word 1
    jr $31
n:
    add $3,$0,$0
    jr $31
