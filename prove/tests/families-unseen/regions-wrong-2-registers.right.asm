; Each element doubled, by a product and by a sum
    lis $14
    .word 4
    multu $2, $14
    mflo $13
    add $13, $13, $1
    add $12, $1, $0
again:
    beq $12, $13, ready
    lw $15, 0($12)
    sw $15, 0($12)
    add $12, $12, $14
    beq $0, $0, again
ready:
    jr $31
