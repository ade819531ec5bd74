; The square of a difference, and the difference.
    sub $4, $2, $1
    mult $4, $4
    mflo $5
    add $3, $4, $5
    jr $31
