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
    .word 4
    sub $30, $30, $5
    lis $3
    .word 1
    sw $3, 0($29)
while1:
    lw $3, 8($29)
    sw $3, -4($30)
    sub $30, $30, $4
    lis $3
    .word 0
    add $30, $30, $4
    lw $5, -4($30)
    slt $3, $3, $5
    beq $3, $0, endwhile2
    lw $3, 8($29)
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
    lw $3, 0($29)
    sw $3, -4($30)
    sub $30, $30, $4
    lw $3, 4($29)
    add $30, $30, $4
    lw $5, -4($30)
    mult $5, $3
    mflo $3
    sw $3, 0($29)
    beq $0, $0, endif4
else3:
endif4:
    lw $3, 4($29)
    sw $3, -4($30)
    sub $30, $30, $4
    lw $3, 4($29)
    add $30, $30, $4
    lw $5, -4($30)
    mult $5, $3
    mflo $3
    sw $3, 4($29)
    lw $3, 8($29)
    sw $3, -4($30)
    sub $30, $30, $4
    lis $3
    .word 2
    add $30, $30, $4
    lw $5, -4($30)
    div $5, $3
    mflo $3
    sw $3, 8($29)
    beq $0, $0, while1
endwhile2:
    lw $3, 0($29)
    add $30, $29, $4
    add $30, $30, $4
    add $30, $30, $4
    jr $31
