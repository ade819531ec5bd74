;@ title: (a + b) * (a - b) as a * a + b * b
;@ family: arithmetic
;@ verdict: disequivalent
;@ witness: 0, 1 -> 4294967295 | 1
;@ label-from: witness
;@ note: ell/ellpi of EqBench as it was, with the label equal.
; The difference of two squares.
    add $4, $1, $2
    sub $5, $1, $2
    mult $4, $5
    mflo $3
    jr $31
