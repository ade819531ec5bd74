    lis $4
    .word 4
    lis $11
    .word 1
    sw $1, -4($30)
    sub $30, $30, $4
    sw $2, -4($30)
    sub $30, $30, $4
    sub $29, $30, $4
    sw $29, -4($30)
    sub $30, $30, $4
    sw $31, -4($30)
    sub $30, $30, $4
    lw $3, 8($29)
    sw $3, -4($30)
    sub $30, $30, $4
    lw $3, 4($29)
    sw $3, -4($30)
    sub $30, $30, $4
    lis $3
    .word 5
    sw $3, -4($30)
    sub $30, $30, $4
    lis $5
    .word procedure_f
    jalr $5
    lis $5
    .word 12
    add $30, $30, $5
    add $30, $30, $4
    lw $31, -4($30)
    add $30, $30, $4
    lw $29, -4($30)
    add $30, $29, $4
    add $30, $30, $4
    add $30, $30, $4
    jr $31
procedure_f:
    sub $29, $30, $4
    lis $5
    .word 4
    sub $30, $30, $5
    lis $3
    .word 0
    sw $3, 0($29)
    lw $3, 12($29)
    sw $3, -4($30)
    sub $30, $30, $4
    lis $3
    .word 0
    add $30, $30, $4
    lw $5, -4($30)
    slt $3, $3, $5
    bne $3, $0, else1
    lw $3, 4($29)
    sw $3, 0($29)
    beq $0, $0, endif2
else1:
    lw $3, 12($29)
    sw $3, -4($30)
    sub $30, $30, $4
    lis $3
    .word 2
    add $30, $30, $4
    lw $5, -4($30)
    div $5, $3
    mfhi $3
    sw $3, -4($30)
    sub $30, $30, $4
    lis $3
    .word 1
    add $30, $30, $4
    lw $5, -4($30)
    bne $5, $3, else3
    lw $3, 4($29)
    sw $3, -4($30)
    sub $30, $30, $4
    lw $3, 8($29)
    add $30, $30, $4
    lw $5, -4($30)
    mult $5, $3
    mflo $3
    sw $3, 4($29)
    beq $0, $0, endif4
else3:
endif4:
    sw $29, -4($30)
    sub $30, $30, $4
    sw $31, -4($30)
    sub $30, $30, $4
    lw $3, 12($29)
    sw $3, -4($30)
    sub $30, $30, $4
    lis $3
    .word 2
    add $30, $30, $4
    lw $5, -4($30)
    div $5, $3
    mflo $3
    sw $3, -4($30)
    sub $30, $30, $4
    lw $3, 8($29)
    sw $3, -4($30)
    sub $30, $30, $4
    lw $3, 8($29)
    add $30, $30, $4
    lw $5, -4($30)
    mult $5, $3
    mflo $3
    sw $3, -4($30)
    sub $30, $30, $4
    lw $3, 4($29)
    sw $3, -4($30)
    sub $30, $30, $4
    lis $5
    .word procedure_f
    jalr $5
    lis $5
    .word 12
    add $30, $30, $5
    add $30, $30, $4
    lw $31, -4($30)
    add $30, $30, $4
    lw $29, -4($30)
    sw $3, 0($29)
endif2:
    lw $3, 0($29)
    add $30, $29, $4
    jr $31
