; 1 if one of $1 and $2 is positive and the other negative: the product, all
; 64 bits of it, is then negative.
    mult $1, $2
    mfhi $4
    slt $3, $4, $0
    jr $31
