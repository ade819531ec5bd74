;@ claim: differ
;@ title: A factorial down and up from 1
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
    lw $6, 0($29)
    mult $3, $6
    mflo $3
    sw $3, 0($29)
    lw $3, 8($29)
    lis $6
    .word 1
    sub $3, $3, $6
    sw $3, 8($29)
    beq $0, $0, while1
endwhile2:
    lw $3, 0($29)
    add $30, $29, $4
    add $30, $30, $4
    add $30, $30, $4
    jr $31
