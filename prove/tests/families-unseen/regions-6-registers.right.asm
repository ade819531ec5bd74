; Each element replaced by its difference from the last one
    beq $2, $0, leave
    lis $14
    .word 4
    lis $17
    .word 4
    multu $2, $17
    mflo $16
    add $16, $16, $1
    lw $16, -4($16)
    multu $2, $14
    mflo $13
    add $13, $13, $1
    add $12, $1, $0
again:
    beq $12, $13, ready
    lw $15, 0($12)
    sub $15, $15, $16
    sub $15, $0, $15
    sw $15, 0($12)
    add $12, $12, $14
    beq $0, $0, again
ready:
    jr $31
leave:
    jr $31
