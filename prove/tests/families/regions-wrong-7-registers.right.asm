; An array copied to other memory, and the copy of the last element
    lis $18
    .word 0x80000
    lis $14
    .word 4
    multu $2, $14
    mflo $13
    add $13, $13, $1
    add $12, $1, $0
again:
    beq $12, $13, ready
    lw $15, 0($12)
    sw $15, 0($18)
    add $18, $18, $14
    add $12, $12, $14
    beq $0, $0, again
ready:
    lis $18
    .word 0x80000
    lw $3, 4($18)
    jr $31
