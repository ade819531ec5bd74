; $1 * $1, unsigned.
    mult $1, $1
    mflo $3
    mfhi $6
    add $3, $3, $6
    jr $31
