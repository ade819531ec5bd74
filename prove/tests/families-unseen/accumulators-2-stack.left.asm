;@ claim: equivalent
;@ title: A factorial by two factors a call, and by a loop up
;@ family: accumulators
;@ contract: {"assume": ["$1 >= 0", "$1 < 1000"]}
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
    lis $5
    .word procedure_f
    jalr $5
    lis $5
    .word 4
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
    .word 1
    sw $3, 0($29)
    lw $3, 4($29)
    lis $6
    .word 1
    slt $3, $6, $3
    beq $3, $0, else1
    lw $3, 4($29)
    lw $6, 4($29)
    lis $7
    .word 1
    sub $6, $6, $7
    mult $3, $6
    mflo $3
    sw $3, -4($30)
    sub $30, $30, $4
    sw $3, -4($30)
    sub $30, $30, $4
    sw $29, -4($30)
    sub $30, $30, $4
    sw $31, -4($30)
    sub $30, $30, $4
    lw $3, 4($29)
    lis $6
    .word 2
    sub $3, $3, $6
    sw $3, -4($30)
    sub $30, $30, $4
    lis $5
    .word procedure_f
    jalr $5
    lis $5
    .word 4
    add $30, $30, $5
    add $30, $30, $4
    lw $31, -4($30)
    add $30, $30, $4
    lw $29, -4($30)
    add $6, $3, $0
    add $30, $30, $4
    lw $3, -4($30)
    add $30, $30, $4
    lw $3, -4($30)
    mult $3, $6
    mflo $3
    sw $3, 0($29)
    beq $0, $0, endif2
else1:
endif2:
    lw $3, 0($29)
    add $30, $29, $4
    jr $31
