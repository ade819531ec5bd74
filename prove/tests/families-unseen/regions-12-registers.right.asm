; The number of negative elements, counted in memory
    lis $14
    .word 4
    lis $17
    .word 0x90000
    lis $18
    .word 1
    multu $2, $14
    mflo $13
    add $13, $13, $1
    add $12, $1, $0
again:
    beq $12, $13, ready
    lw $15, 0($12)
    slt $15, $15, $0
    beq $15, $0, next
    lw $16, 0($17)
    add $16, $16, $18
    sw $16, 0($17)
next:
    add $12, $12, $14
    beq $0, $0, again
ready:
    lw $3, 0($17)
    jr $31
