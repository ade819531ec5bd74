    lis $4
    .word 4
    lis $11
    .word 1
    mult $1, $2
    mflo $3
    jr $31
