; The high word of $1 times 2^32 / 3.
    lis $4
    .word 0x55555556
    mult $1, $4
    mfhi $3
    jr $31
