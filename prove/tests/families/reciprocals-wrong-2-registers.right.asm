    lis $6
    .word 613566756
    multu $1, $6
    mfhi $7
    sub $8, $1, $7
    lis $9
    .word 2
    divu $8, $9
    mflo $8
    add $7, $7, $8
    lis $9
    .word 4
    divu $7, $9
    mflo $7
    add $3, $7, $0
    jr $31
