;@ claim: differ
;@ title: A remainder by 15, by sums of base-16 digits and by division
;@ family: congruence
;@ witness: 15, 0 -> 15 | 0
;@ note: the left program does not replace 15 by 0
    lis $4
    .word 4
    lis $11
    .word 1
    sw $1, -4($30)
    sub $30, $30, $4
    sub $29, $30, $4
    lis $5
    .word 12
    sub $30, $30, $5
    lw $3, 4($29)
    sw $3, 0($29)
while1:
    lis $3
    .word 15
    lw $6, 0($29)
    sltu $3, $3, $6
    beq $3, $0, endwhile2
    lw $3, 0($29)
    sw $3, -4($29)
    lis $3
    .word 0
    sw $3, 0($29)
while3:
    lw $3, -4($29)
    lis $6
    .word 0
    beq $3, $6, endwhile4
    lw $3, -4($29)
    lis $6
    .word 16
    divu $3, $6
    mfhi $3
    sw $3, -8($29)
    lw $3, -4($29)
    lis $6
    .word 16
    divu $3, $6
    mflo $3
    sw $3, -4($29)
    lw $3, 0($29)
    lw $6, -8($29)
    add $3, $3, $6
    sw $3, 0($29)
    beq $0, $0, while3
endwhile4:
    beq $0, $0, while1
endwhile2:
    lw $3, 0($29)
    add $30, $29, $4
    add $30, $30, $4
    jr $31
