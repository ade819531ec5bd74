;@ title: Code is moved into a procedure
;@ family: procedures
;@ verdict: equivalent
;@ label-from: proof
;@ by: patterns
; The squares of both numbers, and the one of their sum.
    mult $1, $1
    mflo $4
    mult $2, $2
    mflo $5
    add $6, $1, $2
    mult $6, $6
    mflo $3
    sub $3, $3, $4
    sub $3, $3, $5
    jr $31
