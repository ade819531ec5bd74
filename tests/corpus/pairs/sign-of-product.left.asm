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
