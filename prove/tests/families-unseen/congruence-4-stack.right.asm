; A remainder by 3, by counting fours and by division.
    lis $4
    .word 4
    lis $11
    .word 1
    sw $1, -4($30)
    sub $30, $30, $4
    sub $29, $30, $4
    lis $5
    .word 4
    sub $30, $30, $5
    lw $3, 4($29)
    lis $6
    .word 3
    divu $3, $6
    mfhi $3
    sw $3, 0($29)
    lw $3, 0($29)
    add $30, $29, $4
    add $30, $30, $4
    jr $31
