;@ claim: equivalent
;@ title: An unsigned remainder by 641, and by the upper half of a product
;@ family: reciprocals
    lis $4
    .word 4
    sw $1, -4($30)
    sub $30, $30, $4
    lw $5, 0($30)
    lis $6
    .word 641
    divu $5, $6
    mfhi $3
    add $30, $30, $4
    jr $31
