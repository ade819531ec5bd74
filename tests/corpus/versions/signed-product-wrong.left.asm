;@ title: The upper half of a signed product as that of an unsigned one
;@ family: arithmetic
;@ verdict: disequivalent
;@ witness: 4294967295, 1 -> 4294967295 | 0
;@ label-from: witness
; A product.
    mult $1, $2
    mfhi $3
    jr $31
