;@ claim: equivalent
;@ title: A signed remainder by 10, and by the upper half of a product
;@ family: reciprocals
    lis $6
    .word 10
    div $1, $6
    mfhi $3
    jr $31
