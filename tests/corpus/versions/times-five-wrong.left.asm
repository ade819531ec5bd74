;@ title: A product with 5 behind a quotient
;@ family: arithmetic
;@ verdict: disequivalent
;@ witness: 1, 0 -> 0 | 2
;@ label-from: witness
; Half of five times $1 less 2, and 2.
    lis $4
    .word 2
    sub $5, $1, $4
    lis $6
    .word 5
    mult $5, $6
    mflo $5
    div $5, $4
    mflo $5
    add $3, $5, $4
    jr $31
