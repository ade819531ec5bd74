;@ claim: differ
;@ title: A remainder by 5, by subtracting tens, then fives, and by division
;@ family: congruence
;@ witness: 2147483648, 0 -> 2147483648 | 3
;@ note: the left loops compare signed words
    lis $4
    .word 4
    lis $11
    .word 1
    sw $1, -4($30)
    sub $30, $30, $4
    sub $29, $30, $4
while1:
    lw $3, 4($29)
    lis $6
    .word 10
    slt $3, $3, $6
    bne $3, $0, endwhile2
    lw $3, 4($29)
    lis $6
    .word 10
    sub $3, $3, $6
    sw $3, 4($29)
    beq $0, $0, while1
endwhile2:
while3:
    lw $3, 4($29)
    lis $6
    .word 5
    slt $3, $3, $6
    bne $3, $0, endwhile4
    lw $3, 4($29)
    lis $6
    .word 5
    sub $3, $3, $6
    sw $3, 4($29)
    beq $0, $0, while3
endwhile4:
    lw $3, 4($29)
    add $30, $29, $4
    add $30, $30, $4
    jr $31
