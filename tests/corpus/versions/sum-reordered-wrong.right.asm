; The difference of two sums.
    mult $1, $1
    mflo $4
    mult $2, $2
    mflo $5
    sub $6, $1, $4
    sub $7, $5, $2
    add $3, $6, $7
    jr $31
