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
    .word 12
    sub $30, $30, $5
    lw $16, 8($29)
    lw $17, 4($29)
    lis $3
    .word 1
    add $18, $3, $0
while1:
    add $3, $16, $0
    lis $6
    .word 0
    slt $3, $6, $3
    beq $3, $0, endwhile2
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
    mult $3, $6
    mflo $3
    add $18, $3, $0
    beq $0, $0, endif4
else3:
endif4:
    add $3, $17, $0
    add $6, $17, $0
    mult $3, $6
    mflo $3
    add $17, $3, $0
    add $3, $16, $0
    lis $6
    .word 2
    div $3, $6
    mflo $3
    add $16, $3, $0
    beq $0, $0, while1
endwhile2:
    add $3, $18, $0
    add $30, $29, $4
    add $30, $30, $4
    add $30, $30, $4
    jr $31
