    lis $5
    .word 4
    divu $1,$5
    mfhi $6
    add $3,$0,$0
    bne $6,$0,e
    lis $3
    .word 1
e:
    jr $31
