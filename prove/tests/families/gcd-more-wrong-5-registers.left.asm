;@ claim: differ
;@ title: LCM by both ways to the GCD
;@ family: gcd-more
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
    lis $5
    .word 8
    sub $30, $30, $5
    lw $16, 8($29)
    lw $17, 4($29)
    add $3, $16, $0
    sw $3, -4($30)
    sub $30, $30, $4
    sw $3, -4($30)
    sub $30, $30, $4
    sw $29, -4($30)
    sub $30, $30, $4
    sw $31, -4($30)
    sub $30, $30, $4
    add $3, $16, $0
    sw $3, -4($30)
    sub $30, $30, $4
    add $3, $17, $0
    sw $3, -4($30)
    sub $30, $30, $4
    lis $5
    .word procedure_g
    jalr $5
    lis $5
    .word 8
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
    div $3, $6
    mflo $3
    add $6, $17, $0
    mult $3, $6
    mflo $3
    add $30, $29, $4
    add $30, $30, $4
    add $30, $30, $4
    jr $31
procedure_g:
    sub $29, $30, $4
    lis $5
    .word 12
    sub $30, $30, $5
    sw $16, 0($29)
    sw $17, -4($29)
    sw $18, -8($29)
    lw $16, 8($29)
    lw $17, 4($29)
    lis $3
    .word 0
    add $18, $3, $0
while1:
    add $3, $17, $0
    lis $6
    .word 0
    beq $3, $6, endwhile2
    add $3, $16, $0
    add $6, $17, $0
    div $3, $6
    mfhi $3
    add $18, $3, $0
    add $3, $17, $0
    add $16, $3, $0
    add $3, $18, $0
    add $17, $3, $0
    beq $0, $0, while1
endwhile2:
    add $3, $16, $0
    lw $16, 0($29)
    lw $17, -4($29)
    lw $18, -8($29)
    add $30, $29, $4
    jr $31
