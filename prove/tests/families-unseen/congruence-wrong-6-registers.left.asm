;@ claim: differ
;@ title: A remainder by 7, by division and by folding base-8 digits
;@ family: congruence
;@ witness: 8, 0 -> 1 | 8
;@ note: the right loop stops at 8
    lis $6
    .word 7
    divu $1, $6
    mfhi $5
    add $3, $5, $0
    jr $31
