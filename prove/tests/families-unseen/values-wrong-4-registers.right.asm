; Who wins, by a table of two indices and by a remainder.
    lis $19
    .word 3
    divu $1, $19
    mfhi $5
    lis $19
    .word 3
    divu $2, $19
    mfhi $6
    lis $8
    .word 3
    add $7, $5, $8
    sub $7, $7, $6
    divu $7, $8
    mfhi $3
    jr $31
