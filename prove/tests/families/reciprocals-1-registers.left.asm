;@ claim: equivalent
;@ title: An unsigned quotient by 3, and by the upper half of a product
;@ family: reciprocals
    lis $6
    .word 3
    divu $1, $6
    mflo $3
    jr $31
