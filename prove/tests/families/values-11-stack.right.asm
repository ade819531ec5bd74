; One of three procedures from a table, and branches.
    lis $19
    .word 3
    sw $19, -76($30)
    lw $19, -76($30)
    divu $2, $19
    mfhi $5
    sw $5, -20($30)
    lis $6
    .word 2
    sw $6, -24($30)
    lw $5, -20($30)
    beq $5, $0, sum
    sub $3, $1, $2
    sw $3, -12($30)
    lw $5, -20($30)
    lw $6, -24($30)
    bne $5, $6, ready
    lw $3, -12($30)
    sub $3, $0, $3
    sw $3, -12($30)
ready:
    jr $31
sum:
    add $3, $2, $1
    sw $3, -12($30)
    jr $31
