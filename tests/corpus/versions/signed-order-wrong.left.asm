;@ title: A comparison as the sign of a difference
;@ family: conditions
;@ verdict: disequivalent
;@ witness: 2147483648, 1 -> 1 | 0
;@ label-from: witness
; Whether $1 is less than $2.
    slt $3, $1, $2
    jr $31
