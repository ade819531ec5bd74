;@ claim: differ
;@ title: Horner's rule modulo 15 on base-16 digits, the lowest one first, and division
;@ family: congruence
;@ witness: 16, 0 -> 1 | 3
;@ note: modulo 13 the order of the digits matters, and the left program begins at the wrong end
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
    lis $3
    .word 0
    sw $3, 0($29)
while1:
    lw $3, 4($29)
    lis $6
    .word 0
    beq $3, $6, endwhile2
    lw $3, 4($29)
    lis $6
    .word 16
    divu $3, $6
    mfhi $3
    sw $3, -4($29)
    lw $3, 4($29)
    lis $6
    .word 16
    divu $3, $6
    mflo $3
    sw $3, 4($29)
    lw $3, 0($29)
    lis $6
    .word 16
    multu $3, $6
    mflo $3
    sw $3, 0($29)
    lw $3, 0($29)
    lw $6, -4($29)
    add $3, $3, $6
    sw $3, 0($29)
    lw $3, 0($29)
    lis $6
    .word 13
    divu $3, $6
    mfhi $3
    sw $3, 0($29)
    beq $0, $0, while1
endwhile2:
    lw $3, 0($29)
    add $30, $29, $4
    add $30, $30, $4
    jr $31
