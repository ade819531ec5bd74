;@ claim: differ
;@ title: A signed remainder by 3, and by the upper half of a product
;@ family: reciprocals
    lis $6
    .word 3
    div $1, $6
    mfhi $3
    jr $31
