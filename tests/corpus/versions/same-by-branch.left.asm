;@ title: Words that a branch has found to be the same take each other's place
;@ family: conditions
;@ verdict: equivalent
;@ label-from: proof
;@ by: patterns
; The product where both are the same, else the sum.
    bne $1, $2, other
    mult $1, $1
    mflo $3
    jr $31
other:
    add $3, $1, $2
    jr $31
