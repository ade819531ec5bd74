;@ title: Maximum by the sign of the difference
;@ family: maximum
;@ verdict: disequivalent
;@ bug: overflow only
;@ witness: 2147483647, 4294967295 -> 2147483647 | 4294967295
;@ label-from: witness
;@ note: Where $1 - $2 overflows, its sign is wrong.
; The larger of $1 and $2.
    slt $4, $1, $2
    bne $4, $0, second
    add $3, $1, $0
    jr $31
second:
    add $3, $2, $0
    jr $31
