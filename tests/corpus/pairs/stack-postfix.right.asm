; The difference of the squares of $1 and $2.
    mult $1, $1
    mflo $3
    mult $2, $2
    mflo $4
    sub $3, $3, $4
    jr $31
