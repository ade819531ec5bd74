    lis $6
    .word 1717986919
    mult $1, $6
    mfhi $7
    lis $9
    .word 4
    div $7, $9
    mflo $7
    mfhi $8
    slt $8, $8, $0
    sub $7, $7, $8
    slt $8, $7, $0
    add $7, $7, $8
    lis $9
    .word 10
    multu $7, $9
    mflo $7
    sub $3, $1, $7
    jr $31
