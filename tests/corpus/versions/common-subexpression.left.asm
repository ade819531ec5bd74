;@ title: What is computed twice is computed once
;@ family: arithmetic
;@ verdict: equivalent
;@ label-from: proof
;@ by: patterns
; A product that is used three times.
    mult $1, $2
    mflo $4
    mult $2, $1
    mflo $5
    add $6, $4, $5
    mult $1, $2
    mflo $7
    sub $3, $6, $7
    add $3, $3, $4
    jr $31
