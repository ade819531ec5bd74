    slt $4,$1,$0
    slt $5,$2,$0
    bne $4,$0,n
    bne $5,$0,n
    add $6,$1,$2
    slt $7,$6,$0
    lis $3
    .word 1
    sub $3,$3,$7
    jr $31
n:
    add $3,$0,$0
    jr $31
