; The upper halves of two products with $1.
    add $4, $2, $1
    multu $1, $4
    mfhi $3
    jr $31
