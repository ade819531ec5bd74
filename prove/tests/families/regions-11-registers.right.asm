; Set to a number, one or two elements a round
    lis $14
    .word 4
    lis $15
    .word 2
    lis $16
    .word 7
    multu $2, $14
    mflo $13
    add $13, $13, $1
    add $12, $1, $0
    divu $2, $15
    mfhi $17
    beq $17, $0, again
    sw $16, 0($12)
    add $12, $12, $14
again:
    beq $12, $13, ready
    sw $16, 0($12)
    sw $16, 4($12)
    add $12, $12, $14
    add $12, $12, $14
    beq $0, $0, again
ready:
    jr $31
