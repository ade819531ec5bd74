; The hundreds of $1.
    lis $4
    .word 100
    divu $1, $4
    mflo $3
    jr $31
