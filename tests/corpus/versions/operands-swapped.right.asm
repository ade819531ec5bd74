; A product of sums.
    add $4, $2, $1
    mult $2, $4
    mflo $5
    add $6, $1, $5
    sub $3, $6, $4
    jr $31
