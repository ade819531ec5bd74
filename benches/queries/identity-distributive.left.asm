; (x + 7) * y = x * y + 7 * y.
    lis $4
    .word 7
    add $5, $1, $4
    mult $5, $2
    mflo $3
    jr $31
