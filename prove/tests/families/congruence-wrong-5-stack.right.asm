; The digital root, by sums of digits and by a remainder by 9.
    lis $4
    .word 4
    lis $11
    .word 1
    sw $1, -4($30)
    sub $30, $30, $4
    sub $29, $30, $4
    lw $3, 4($29)
    lis $6
    .word 1
    sub $3, $3, $6
    sw $3, 4($29)
    lw $3, 4($29)
    lis $6
    .word 9
    divu $3, $6
    mfhi $3
    sw $3, 4($29)
    lw $3, 4($29)
    lis $6
    .word 1
    add $3, $3, $6
    sw $3, 4($29)
    lw $3, 4($29)
    add $30, $29, $4
    add $30, $30, $4
    jr $31
