; x * 5 = x + x + x + x + x.
    lis $4
    .word 5
    mult $1, $4
    mflo $3
    jr $31
