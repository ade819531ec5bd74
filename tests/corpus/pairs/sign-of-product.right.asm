; The sign of $1 * $2.
    mult $1, $2
    mflo $6
    slt $4, $0, $6
    slt $5, $6, $0
    sub $3, $4, $5
    jr $31
