; The tens of $1.
    lis $4
    .word 10
    multu $1, $4
    mflo $5
    lis $6
    .word 100
    divu $5, $6
    mflo $3
    jr $31
