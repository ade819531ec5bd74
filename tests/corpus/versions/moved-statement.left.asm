;@ title: A statement is moved across others that do not depend on it
;@ family: moved code
;@ verdict: equivalent
;@ label-from: proof
;@ by: patterns
; Three values of which each is used at the end.
    add $4, $1, $2
    sub $5, $1, $2
    mult $1, $2
    mflo $6
    slt $7, $5, $4
    add $3, $6, $7
    jr $31
