; $1 mod $2, by repeated subtraction and by division; $1 if $2 is 0.
    lis $4
    .word 4
    lis $11
    .word 1
    sw $1, -4($30)
    sub $30, $30, $4
    sw $2, -4($30)
    sub $30, $30, $4
    sub $29, $30, $4
    lw $3, 4($29)
    lis $6
    .word 0
    beq $3, $6, endif1
    lw $3, 8($29)
    lw $6, 4($29)
    divu $3, $6
    mfhi $3
    sw $3, 8($29)
endif1:
    lw $3, 8($29)
    add $30, $29, $4
    add $30, $30, $4
    add $30, $30, $4
    jr $31
