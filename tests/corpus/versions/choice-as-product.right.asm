; The larger number.
    slt $4, $1, $2
    sub $5, $2, $1
    mult $5, $4
    mflo $5
    add $3, $1, $5
    jr $31
