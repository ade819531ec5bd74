;@ claim: equivalent
;@ title: A power counted up, and by recursion on the square
;@ family: halving
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
    lis $5
    .word 8
    sub $30, $30, $5
    lis $3
    .word 1
    sw $3, 0($29)
    lis $3
    .word 0
    sw $3, -4($29)
while1:
    lw $3, -4($29)
    lw $6, 8($29)
    slt $3, $3, $6
    beq $3, $0, endwhile2
    lw $3, 0($29)
    lw $6, 4($29)
    mult $3, $6
    mflo $3
    sw $3, 0($29)
    lw $3, -4($29)
    lis $6
    .word 1
    add $3, $3, $6
    sw $3, -4($29)
    beq $0, $0, while1
endwhile2:
    lw $3, 0($29)
    add $30, $29, $4
    add $30, $30, $4
    add $30, $30, $4
    jr $31
