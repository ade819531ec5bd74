;@ title: A factor of 1 and a summand of 0 are left out
;@ family: dead code
;@ verdict: equivalent
;@ label-from: proof
;@ by: patterns
; A sum with what changes nothing (bess/bessj1 of EqBench).
    lis $4
    .word 1
    mult $1, $4
    mflo $5
    add $5, $5, $0
    div $5, $4
    mflo $5
    mfhi $6
    add $3, $5, $2
    add $3, $3, $6
    jr $31
