; Each element plus its index
    lis $14
    .word 4
    add $16, $0, $0
    lis $17
    .word 1
    multu $2, $14
    mflo $13
    add $13, $13, $1
    add $12, $1, $0
again:
    beq $12, $13, ready
    lw $15, 0($12)
    add $16, $16, $17
    add $15, $15, $16
    sw $15, 0($12)
    add $12, $12, $14
    beq $0, $0, again
ready:
    jr $31
