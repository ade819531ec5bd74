; A product that is used three times.
    mult $1, $2
    mflo $4
    add $3, $4, $4
    jr $31
