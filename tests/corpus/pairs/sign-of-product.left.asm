;@ title: Sign of a product, from the signs and from the product
;@ family: sign
;@ verdict: disequivalent
;@ bug: overflow only
;@ witness: 65536, 65536 -> 1 | 0
;@ label-from: witness
;@ note: The low word of a product that overflows has any sign.
; The sign of $1 * $2: the product of the signs.
    slt $4, $0, $1
    slt $5, $1, $0
    sub $4, $4, $5
    slt $5, $0, $2
    slt $6, $2, $0
    sub $5, $5, $6
    mult $4, $5
    mflo $3
    jr $31
