;@ claim: differ
;@ title: Products by halves, against sums that count from 3
;@ family: counting
;@ contract: {"assume": ["$1 < 1000"]}
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
    lis $3
    .word 4
    sw $3, 0($29)
    lis $3
    .word 3
    sw $3, -4($29)
while1:
    lw $3, -4($29)
    sw $3, -4($30)
    sub $30, $30, $4
    lw $3, 8($29)
    sw $3, -4($30)
    sub $30, $30, $4
    lis $3
    .word 3
    add $30, $30, $4
    lw $5, -4($30)
    add $3, $5, $3
    add $30, $30, $4
    lw $5, -4($30)
    slt $3, $5, $3
    beq $3, $0, endwhile2
    lw $3, 0($29)
    sw $3, -4($30)
    sub $30, $30, $4
    lw $3, 4($29)
    add $30, $30, $4
    lw $5, -4($30)
    add $3, $5, $3
    sw $3, 0($29)
    lw $3, -4($29)
    sw $3, -4($30)
    sub $30, $30, $4
    lis $3
    .word 1
    add $30, $30, $4
    lw $5, -4($30)
    add $3, $5, $3
    sw $3, -4($29)
    beq $0, $0, while1
endwhile2:
    lw $3, 0($29)
    add $30, $29, $4
    add $30, $30, $4
    add $30, $30, $4
    jr $31
