    lis $5
    .word 10
    lis $6
    .word 20
    add $3,$0,$0
    slt $4,$1,$5
    bne $4,$0,e
    slt $4,$1,$6
    beq $4,$0,e
    lis $3
    .word 1
e:
    jr $31
