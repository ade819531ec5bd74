;@ title: Words take each other's place on the wrong side of a branch
;@ family: conditions
;@ verdict: disequivalent
;@ witness: 0, 1 -> 1 | 2
;@ label-from: witness
; The product where both are the same, else the sum.
    bne $1, $2, other
    mult $1, $1
    mflo $3
    jr $31
other:
    add $3, $1, $2
    jr $31
