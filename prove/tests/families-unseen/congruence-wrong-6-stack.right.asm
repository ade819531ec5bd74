; A remainder by 7, by division and by folding base-8 digits.
    lis $4
    .word 4
    lis $11
    .word 1
    sw $1, -4($30)
    sub $30, $30, $4
    sub $29, $30, $4
    lis $5
    .word 8
    sub $30, $30, $5
while1:
    lis $3
    .word 8
    lw $6, 4($29)
    sltu $3, $3, $6
    beq $3, $0, endwhile2
    lw $3, 4($29)
    lis $6
    .word 8
    divu $3, $6
    mfhi $3
    sw $3, -4($29)
    lw $3, 4($29)
    lis $6
    .word 8
    divu $3, $6
    mflo $3
    sw $3, 0($29)
    lw $3, 0($29)
    lw $6, -4($29)
    add $3, $3, $6
    sw $3, 4($29)
    beq $0, $0, while1
endwhile2:
    lw $3, 4($29)
    lis $6
    .word 7
    bne $3, $6, endif3
    lis $3
    .word 0
    sw $3, 4($29)
endif3:
    lw $3, 4($29)
    add $30, $29, $4
    add $30, $30, $4
    jr $31
