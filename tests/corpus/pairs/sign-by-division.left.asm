;@ title: Sign by dividing by the absolute value
;@ family: sign
;@ verdict: disequivalent
;@ bug: fault in one only
;@ witness: 0, 0 -> 0 | division-by-zero
;@ label-from: witness
;@ note: 0 has no sign by division.
; The sign of $1: -1, 0 or 1.
    slt $4, $0, $1
    slt $5, $1, $0
    sub $3, $4, $5
    jr $31
