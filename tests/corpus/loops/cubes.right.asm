; $1 * $1 * $1, at once.
    mult $1, $1
    mflo $3
    mult $3, $1
    mflo $3
    jr $31
