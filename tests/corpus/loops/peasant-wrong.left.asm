;@ title: A product by halves with a sign
;@ family: product by halves
;@ claim: differ
;@ witness: 1, 2147483649
;@ note: Each remainder is -1, so that the product gets another sign.
; $1 * $2, at once.
    mult $1, $2
    mflo $3
    jr $31
