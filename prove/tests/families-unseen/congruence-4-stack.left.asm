;@ claim: equivalent
;@ title: A remainder by 3, by counting fours and by division
;@ family: congruence
;@ note: 4 is 1 modulo 3, so the number of fours plus the rest has the same remainder
    lis $4
    .word 4
    lis $11
    .word 1
    sw $1, -4($30)
    sub $30, $30, $4
    sub $29, $30, $4
    lis $5
    .word 4
    sub $30, $30, $5
while1:
    lw $3, 4($29)
    lis $6
    .word 4
    sltu $3, $3, $6
    bne $3, $0, endwhile2
    lis $3
    .word 0
    sw $3, 0($29)
while3:
    lw $3, 4($29)
    lis $6
    .word 4
    sltu $3, $3, $6
    bne $3, $0, endwhile4
    lw $3, 4($29)
    lis $6
    .word 4
    sub $3, $3, $6
    sw $3, 4($29)
    lw $3, 0($29)
    lis $6
    .word 1
    add $3, $3, $6
    sw $3, 0($29)
    beq $0, $0, while3
endwhile4:
    lw $3, 4($29)
    lw $6, 0($29)
    add $3, $3, $6
    sw $3, 4($29)
    beq $0, $0, while1
endwhile2:
    lw $3, 4($29)
    lis $6
    .word 3
    bne $3, $6, endif5
    lis $3
    .word 0
    sw $3, 4($29)
endif5:
    lw $3, 4($29)
    add $30, $29, $4
    add $30, $30, $4
    jr $31
