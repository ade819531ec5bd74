; $1 * $1, unsigned.
    mult $1, $1
    mflo $3
    jr $31
