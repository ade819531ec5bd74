; 2^33 / 3, rounded up, times $1, by 2^33: a third of $1, unsigned.
    lis $4
    .word 0xaaaaaaab
    multu $1, $4
    mfhi $5
    lis $6
    .word 2
    divu $5, $6
    mflo $3
    jr $31
