    lis $4
    .word 4
    lis $11
    .word 1
    sw $1, -4($30)
    sub $30, $30, $4
    sw $2, -4($30)
    sub $30, $30, $4
    sub $29, $30, $4
    lis $5
    .word 8
    sub $30, $30, $5
    lw $16, 8($29)
    lw $17, 4($29)
    sw $29, -4($30)
    sub $30, $30, $4
    sw $31, -4($30)
    sub $30, $30, $4
    add $3, $16, $0
    sw $3, -4($30)
    sub $30, $30, $4
    add $3, $17, $0
    sw $3, -4($30)
    sub $30, $30, $4
    lis $3
    .word 0
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
    .word 16
    sub $30, $30, $5
    sw $16, 0($29)
    sw $17, -4($29)
    sw $18, -8($29)
    sw $19, -12($29)
    lw $16, 12($29)
    lw $17, 8($29)
    lw $18, 4($29)
    lis $3
    .word 0
    add $19, $3, $0
    add $3, $16, $0
    lis $6
    .word 0
    slt $3, $6, $3
    bne $3, $0, else1
    add $3, $18, $0
    add $19, $3, $0
    beq $0, $0, endif2
else1:
    add $3, $16, $0
    lis $6
    .word 2
    div $3, $6
    mfhi $3
    lis $6
    .word 1
    bne $3, $6, else3
    add $3, $18, $0
    add $6, $17, $0
    add $3, $3, $6
    add $18, $3, $0
    beq $0, $0, endif4
else3:
endif4:
    sw $29, -4($30)
    sub $30, $30, $4
    sw $31, -4($30)
    sub $30, $30, $4
    add $3, $16, $0
    lis $6
    .word 2
    div $3, $6
    mflo $3
    sw $3, -4($30)
    sub $30, $30, $4
    add $3, $17, $0
    add $6, $17, $0
    add $3, $3, $6
    sw $3, -4($30)
    sub $30, $30, $4
    add $3, $18, $0
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
    add $19, $3, $0
endif2:
    add $3, $19, $0
    lw $16, 0($29)
    lw $17, -4($29)
    lw $18, -8($29)
    lw $19, -12($29)
    add $30, $29, $4
    jr $31
