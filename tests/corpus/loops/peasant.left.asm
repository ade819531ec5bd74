;@ title: A product at once and by halving one number
;@ family: product by halves
;@ claim: equivalent
; $1 * $2, at once.
    mult $1, $2
    mflo $3
    jr $31
