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
    lis $6
    .word 0
    slt $3, $6, $3
    beq $3, $0, endwhile2
    lw $3, 8($29)
    lis $6
    .word 2
    div $3, $6
    mfhi $3
    lis $6
    .word 0
    beq $3, $6, else3
    lw $3, 0($29)
    lw $6, 4($29)
    mult $3, $6
    mflo $3
    sw $3, 0($29)
    beq $0, $0, endif4
else3:
endif4:
    lw $3, 4($29)
    lw $6, 4($29)
    mult $3, $6
    mflo $3
    sw $3, 4($29)
    lw $3, 8($29)
    lis $6
    .word 2
    div $3, $6
    mflo $3
    sw $3, 8($29)
    beq $0, $0, while1
endwhile2:
    lw $3, 0($29)
    add $30, $29, $4
    add $30, $30, $4
    add $30, $30, $4
    jr $31
