    lis $6
    .word 1431655765
    mult $1, $6
    mfhi $7
    slt $8, $7, $0
    add $7, $7, $8
    lis $9
    .word 3
    multu $7, $9
    mflo $7
    sub $3, $1, $7
    jr $31
