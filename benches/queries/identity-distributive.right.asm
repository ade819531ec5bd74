; (x + 7) * y = x * y + 7 * y.
    mult $1, $2
    mflo $3
    lis $4
    .word 7
    mult $4, $2
    mflo $5
    add $3, $3, $5
    jr $31
