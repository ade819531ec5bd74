;@ title: Less, by the comparison and by the difference
;@ family: comparison
;@ verdict: disequivalent
;@ bug: overflow only
;@ witness: 2147483648, 1 -> 1 | 0
;@ label-from: witness
;@ note: The difference of numbers that are far apart has the wrong sign.
; 1 if $1 < $2, signed, else 0.
    slt $3, $1, $2
    jr $31
