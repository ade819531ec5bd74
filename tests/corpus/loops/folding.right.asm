; $1 modulo 3, unsigned.
    lis $6
    .word 3
    divu $1, $6
    mfhi $3
    jr $31
