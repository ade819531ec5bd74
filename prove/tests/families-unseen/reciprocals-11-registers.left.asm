;@ claim: equivalent
;@ title: A signed quotient by 12, and by the upper half of a product
;@ family: reciprocals
    lis $6
    .word 12
    div $1, $6
    mflo $3
    jr $31
