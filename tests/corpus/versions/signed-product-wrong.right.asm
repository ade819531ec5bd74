; A product.
    multu $1, $2
    mfhi $3
    jr $31
