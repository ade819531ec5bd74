; Rotated by one place, from the front
    beq $2, $0, leave
    lw $20, 0($1)
    lis $14
    .word 4
    lis $17
    .word 1
    add $12, $1, $0
    add $5, $2, $0
again:
    beq $5, $17, ready
    lw $15, 4($12)
    sw $15, 0($12)
    add $12, $12, $14
    sub $5, $5, $17
    beq $0, $0, again
ready:
    sw $15, 0($12)
leave:
    jr $31
