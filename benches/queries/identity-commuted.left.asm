; x * y + (y + x) = (x + y) + y * x.
    mult $1, $2
    mflo $3
    add $4, $2, $1
    add $3, $3, $4
    jr $31
