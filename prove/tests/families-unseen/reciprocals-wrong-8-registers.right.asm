    lis $6
    .word 6700416
    multu $1, $6
    mfhi $7
    lis $9
    .word 641
    multu $7, $9
    mflo $7
    sub $3, $1, $7
    jr $31
