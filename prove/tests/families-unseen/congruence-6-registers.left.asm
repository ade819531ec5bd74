;@ claim: equivalent
;@ title: A remainder by 7, by division and by folding base-8 digits
;@ family: congruence
;@ note: 8 is 1 modulo 7, and quotient plus remainder is less than the word itself
    lis $6
    .word 7
    divu $1, $6
    mfhi $5
    add $3, $5, $0
    jr $31
