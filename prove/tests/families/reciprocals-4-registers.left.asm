;@ claim: equivalent
;@ title: A signed quotient by 5, and by the upper half of a product
;@ family: reciprocals
    lis $6
    .word 5
    div $1, $6
    mflo $3
    jr $31
