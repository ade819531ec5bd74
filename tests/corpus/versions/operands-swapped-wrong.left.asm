;@ title: The operands of a difference are swapped as those of sums
;@ family: reordered operands
;@ verdict: disequivalent
;@ witness: 1, 0 -> 2 | 0
;@ label-from: witness
; The square of a difference, and the difference.
    sub $4, $1, $2
    mult $4, $4
    mflo $5
    add $3, $5, $4
    jr $31
