;@ title: (a + b) * (a - b) as a * a - b * b
;@ family: arithmetic
;@ verdict: equivalent
;@ label-from: proof
;@ by: patterns
;@ note: ell/ellpi of EqBench, as its label was meant.
; The difference of two squares.
    add $4, $1, $2
    sub $5, $1, $2
    mult $4, $5
    mflo $3
    jr $31
