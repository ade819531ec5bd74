;@ title: A cube by two products and by recursion
;@ family: power
;@ verdict: equivalent
;@ label-from: proof
; The cube of $1 plus the cube of $2.
    mult $1, $1
    mflo $4
    mult $4, $1
    mflo $3
    mult $2, $2
    mflo $4
    mult $4, $2
    mflo $4
    add $3, $3, $4
    jr $31
