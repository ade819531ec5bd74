; 2^34 / 7, rounded up, times $1, by 2^34: not quite a seventh of $1, unsigned.
    lis $4
    .word 0x92492493
    multu $1, $4
    mfhi $5
    lis $6
    .word 4
    divu $5, $6
    mflo $3
    jr $31
