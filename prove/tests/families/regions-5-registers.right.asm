; Elements counted into memory and summed there
    lis $14
    .word 4
    add $3, $0, $0
    multu $2, $14
    mflo $13
    add $13, $13, $1
    add $12, $1, $0
again:
    beq $12, $13, ready
    lw $15, 0($12)
    add $3, $3, $15
    add $12, $12, $14
    beq $0, $0, again
ready:
    jr $31
