;@ title: An average that does not wrap around
;@ family: arithmetic
;@ verdict: disequivalent
;@ witness: 1, 0 -> 0 | 1
;@ label-from: witness
;@ note: Of an odd sum the halves are cut off towards different sides.
; Half of the sum of $1 and $2.
    add $4, $1, $2
    lis $5
    .word 2
    div $4, $5
    mflo $3
    jr $31
