;@ title: (a + b) - (c + d) as (a - c) + (b - d), one sign forgotten
;@ family: reordered operands
;@ verdict: disequivalent
;@ witness: 0, 2 -> 4294967294 | 2
;@ label-from: witness
; The difference of two sums.
    mult $1, $1
    mflo $4
    mult $2, $2
    mflo $5
    add $6, $1, $2
    add $7, $4, $5
    sub $3, $6, $7
    jr $31
