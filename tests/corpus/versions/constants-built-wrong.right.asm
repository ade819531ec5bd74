; The sign bit of $1, by a comparison with a constant.
    lis $8
    .word 65536
    mult $8, $8
    mfhi $4
    sltu $5, $1, $4
    lis $6
    .word 1
    sub $3, $6, $5
    jr $31
