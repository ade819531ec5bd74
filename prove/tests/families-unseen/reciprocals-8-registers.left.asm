;@ claim: equivalent
;@ title: An unsigned remainder by 641, and by the upper half of a product
;@ family: reciprocals
    lis $6
    .word 641
    divu $1, $6
    mfhi $3
    jr $31
