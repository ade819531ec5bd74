; $1 * $1 * $1, at once.
    multu $1, $1
    mflo $3
    mfhi $4
    multu $3, $1
    mflo $3
    add $3, $3, $4
    jr $31
