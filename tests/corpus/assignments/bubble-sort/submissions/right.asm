; Passes over the array until one of them swaps nothing.
    lis $4
    .word 4
    lis $11
    .word 1
    add $5, $2, $2
    add $5, $5, $5
    add $5, $5, $1
pass:
    add $6, $0, $0
    add $7, $1, $4
pair:
    slt $8, $7, $5
    beq $8, $0, over
    lw $9, -4($7)
    lw $10, 0($7)
    slt $8, $10, $9
    beq $8, $0, right
    sw $10, -4($7)
    sw $9, 0($7)
    add $6, $11, $0
right:
    add $7, $7, $4
    beq $0, $0, pair
over:
    bne $6, $0, pass
    jr $31
