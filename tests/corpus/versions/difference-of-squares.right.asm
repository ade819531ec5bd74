; The difference of two squares.
    mult $1, $1
    mflo $4
    mult $2, $2
    mflo $5
    sub $3, $4, $5
    jr $31
