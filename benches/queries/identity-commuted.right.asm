; x * y + (y + x) = (x + y) + y * x.
    add $3, $1, $2
    mult $2, $1
    mflo $4
    add $3, $3, $4
    jr $31
