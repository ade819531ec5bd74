; $1 / 8, unsigned and rounded up.
    lis $4
    .word 8
    lis $5
    .word 7
    add $5, $1, $5
    divu $5, $4
    mflo $3
    jr $31
