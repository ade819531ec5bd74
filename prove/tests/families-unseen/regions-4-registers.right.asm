; Negative elements set to 0, by a branch and by a product
    lis $14
    .word 4
    lis $17
    .word 1
    multu $2, $14
    mflo $13
    add $13, $13, $1
    add $12, $1, $0
again:
    beq $12, $13, ready
    lw $15, 0($12)
    slt $16, $15, $0
    sub $16, $17, $16
    mult $15, $16
    mflo $15
    sw $15, 0($12)
    add $12, $12, $14
    beq $0, $0, again
ready:
    jr $31
