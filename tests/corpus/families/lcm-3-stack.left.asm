;@ claim: equivalent
;@ title: LCM by two ways to the GCD
;@ family: lcm
;@ contract: {"assume": ["$1 > 0", "$2 > 0"]}
    lis $4
    .word 4
    lis $11
    .word 1
    sw $1, -4($30)
    sub $30, $30, $4
    sw $2, -4($30)
    sub $30, $30, $4
    sub $29, $30, $4
    lw $3, 8($29)
    sw $3, -4($30)
    sub $30, $30, $4
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
    lis $5
    .word procedure_gcd
    jalr $5
    lis $5
    .word 8
    add $30, $30, $5
    add $30, $30, $4
    lw $31, -4($30)
    add $30, $30, $4
    lw $29, -4($30)
    add $30, $30, $4
    lw $5, -4($30)
    div $5, $3
    mflo $3
    sw $3, -4($30)
    sub $30, $30, $4
    lw $3, 4($29)
    add $30, $30, $4
    lw $5, -4($30)
    mult $5, $3
    mflo $3
    add $30, $29, $4
    add $30, $30, $4
    add $30, $30, $4
    jr $31
procedure_gcd:
    sub $29, $30, $4
while1:
    lw $3, 8($29)
    sw $3, -4($30)
    sub $30, $30, $4
    lw $3, 4($29)
    add $30, $30, $4
    lw $5, -4($30)
    beq $5, $3, endwhile2
    lw $3, 8($29)
    sw $3, -4($30)
    sub $30, $30, $4
    lw $3, 4($29)
    add $30, $30, $4
    lw $5, -4($30)
    slt $3, $5, $3
    beq $3, $0, else3
    lw $3, 4($29)
    sw $3, -4($30)
    sub $30, $30, $4
    lw $3, 8($29)
    add $30, $30, $4
    lw $5, -4($30)
    sub $3, $5, $3
    sw $3, 4($29)
    beq $0, $0, endif4
else3:
    lw $3, 8($29)
    sw $3, -4($30)
    sub $30, $30, $4
    lw $3, 4($29)
    add $30, $30, $4
    lw $5, -4($30)
    sub $3, $5, $3
    sw $3, 8($29)
endif4:
    beq $0, $0, while1
endwhile2:
    lw $3, 8($29)
    add $30, $29, $4
    jr $31
