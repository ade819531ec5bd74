;@ claim: differ
;@ title: A remainder by 3, by counting fours and by division
;@ family: congruence
;@ witness: 7, 0 -> 4 | 1
;@ note: the left program folds only once
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
    lw $3, 4($29)
    lis $6
    .word 4
    sltu $3, $3, $6
    bne $3, $0, endif1
    lis $3
    .word 0
    sw $3, 0($29)
while2:
    lw $3, 4($29)
    lis $6
    .word 4
    sltu $3, $3, $6
    bne $3, $0, endwhile3
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
    beq $0, $0, while2
endwhile3:
    lw $3, 4($29)
    lw $6, 0($29)
    add $3, $3, $6
    sw $3, 4($29)
endif1:
    lw $3, 4($29)
    lis $6
    .word 3
    bne $3, $6, endif4
    lis $3
    .word 0
    sw $3, 4($29)
endif4:
    lw $3, 4($29)
    add $30, $29, $4
    add $30, $30, $4
    jr $31
