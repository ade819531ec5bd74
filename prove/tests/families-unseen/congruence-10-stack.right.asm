; Whether 3 divides a word, by subtracting sixes or threes and by subtracting threes.
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
    .word 3
    sltu $3, $3, $6
    bne $3, $0, endwhile2
    lw $3, 4($29)
    lis $6
    .word 3
    sub $3, $3, $6
    sw $3, 4($29)
    beq $0, $0, while1
endwhile2:
    lw $3, 4($29)
    lis $6
    .word 1
    sltu $3, $3, $6
    sw $3, 0($29)
    lw $3, 0($29)
    add $30, $29, $4
    add $30, $30, $4
    jr $31
