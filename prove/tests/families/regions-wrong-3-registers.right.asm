; Prefix sums, from a register and from the element before
    lis $14
    .word 4
    lis $17
    .word 1
    add $12, $1, $0
    add $5, $17, $0
again:
    sltu $7, $5, $2
    beq $7, $0, ready
    lw $15, 0($12)
    lw $16, 4($12)
    sub $16, $16, $15
    sw $16, 4($12)
    add $12, $12, $14
    add $5, $5, $17
    beq $0, $0, again
ready:
    jr $31
