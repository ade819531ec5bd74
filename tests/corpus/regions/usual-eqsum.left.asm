    add $3,$1,$2
    lis $5
    .word 7
    bne $3,$5,e
    add $3,$3,$3
e:
    jr $31
