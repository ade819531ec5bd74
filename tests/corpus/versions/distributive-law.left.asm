;@ title: A common factor is put outside
;@ family: arithmetic
;@ verdict: equivalent
;@ label-from: proof
;@ by: patterns
;@ note: Figure 6.1 of paper 5.
; z * x + z * y with y = x - 5 and z = x + 5.
    lis $4
    .word 5
    sub $5, $1, $4
    add $6, $1, $4
    mult $6, $1
    mflo $7
    mult $6, $5
    mflo $8
    add $3, $7, $8
    jr $31
