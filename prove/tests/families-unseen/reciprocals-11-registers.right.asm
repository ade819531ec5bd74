    lis $6
    .word 715827883
    mult $1, $6
    mfhi $7
    lis $9
    .word 2
    div $7, $9
    mflo $7
    mfhi $8
    slt $8, $8, $0
    sub $7, $7, $8
    slt $8, $7, $0
    add $7, $7, $8
    add $3, $7, $0
    jr $31
