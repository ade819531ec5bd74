; The sum of the last three digits of $1.
    lis $4
    .word 10
    divu $1, $4
    mfhi $3
    mflo $5
    divu $5, $4
    mfhi $6
    add $3, $3, $6
    mflo $5
    divu $5, $4
    mfhi $6
    add $3, $3, $6
    jr $31
