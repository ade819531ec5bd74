; $1 mod 1000 mod 9: the remainder of its digits' sum.
    lis $4
    .word 10
    divu $1, $4
    mfhi $3
    mflo $1
    divu $1, $4
    mfhi $5
    add $3, $3, $5
    mflo $1
    divu $1, $4
    mfhi $5
    add $3, $3, $5
    lis $4
    .word 9
    divu $3, $4
    mfhi $3
    jr $31
