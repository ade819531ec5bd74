;@ title: A common factor is put outside, of the upper halves
;@ family: arithmetic
;@ verdict: disequivalent
;@ witness: 65535, 65537 -> 0 | 1
;@ label-from: witness
;@ note: The lower halves obey the law; these lose a carry.
; The upper halves of two products with $1.
    multu $1, $2
    mfhi $4
    multu $1, $1
    mfhi $5
    add $3, $4, $5
    jr $31
