; $1 modulo 15, unsigned.
    lis $5
    .word 15
    divu $1, $5
    mfhi $3
    jr $31
