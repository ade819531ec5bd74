; The greatest common divisor, by remainders in turn and by subtraction from the greater one.
    lis $4
    .word 4
    lis $11
    .word 1
    sw $1, -4($30)
    sub $30, $30, $4
    sw $2, -4($30)
    sub $30, $30, $4
    sub $29, $30, $4
while1:
    lw $3, 8($29)
    lis $6
    .word 0
    beq $3, $6, endwhile2
    lw $3, 4($29)
    lis $6
    .word 0
    beq $3, $6, endwhile2
    lw $3, 8($29)
    lw $6, 4($29)
    sltu $3, $3, $6
    beq $3, $0, else3
    lw $3, 4($29)
    lw $6, 8($29)
    sub $3, $3, $6
    sw $3, 4($29)
    beq $0, $0, endif4
else3:
    lw $3, 8($29)
    lw $6, 4($29)
    sub $3, $3, $6
    sw $3, 8($29)
endif4:
    beq $0, $0, while1
endwhile2:
    lw $3, 8($29)
    add $30, $29, $4
    add $30, $30, $4
    add $30, $30, $4
    jr $31
