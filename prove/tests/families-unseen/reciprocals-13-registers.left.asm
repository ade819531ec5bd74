;@ claim: equivalent
;@ title: A signed quotient by 7, and by the upper half of a product
;@ family: reciprocals
    lis $6
    .word 7
    div $1, $6
    mflo $3
    jr $31
