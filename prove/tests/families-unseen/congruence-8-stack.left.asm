;@ claim: equivalent
;@ title: A remainder by 9, by decimal digits and by division
;@ family: congruence
;@ note: 10 is 1 modulo 9; the sum of digits is reduced in each round
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
    .word 10
    divu $3, $6
    mfhi $3
    sw $3, -4($29)
    lw $3, 4($29)
    lis $6
    .word 10
    divu $3, $6
    mflo $3
    sw $3, 4($29)
    lw $3, 0($29)
    lw $6, -4($29)
    add $3, $3, $6
    sw $3, 0($29)
    lw $3, 0($29)
    lis $6
    .word 9
    sltu $3, $3, $6
    bne $3, $0, endif3
    lw $3, 0($29)
    lis $6
    .word 9
    sub $3, $3, $6
    sw $3, 0($29)
endif3:
    beq $0, $0, while1
endwhile2:
    lw $3, 0($29)
    add $30, $29, $4
    add $30, $30, $4
    jr $31
