; 1 where $1 is odd, else 0.
    lis $4
    .word 2
    divu $1, $4
    mfhi $3
    jr $31
