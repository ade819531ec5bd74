    lis $6
    .word 3435973837
    multu $1, $6
    mfhi $7
    lis $9
    .word 8
    divu $7, $9
    mflo $7
    lis $9
    .word 10
    multu $7, $9
    mflo $7
    sub $3, $1, $7
    jr $31
