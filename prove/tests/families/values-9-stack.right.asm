; The factorial of $1 mod 7, by a table and by a loop.
    lis $19
    .word 7
    sw $19, -76($30)
    lw $19, -76($30)
    divu $1, $19
    mfhi $5
    sw $5, -20($30)
    lis $3
    .word 1
    sw $3, -12($30)
    lis $6
    .word 1
    sw $6, -24($30)
again:
    lw $5, -20($30)
    beq $5, $0, ready
    lw $3, -12($30)
    lw $5, -20($30)
    multu $3, $5
    mflo $3
    sw $3, -12($30)
    lw $5, -20($30)
    lw $6, -24($30)
    sub $5, $5, $6
    sw $5, -20($30)
    beq $0, $0, again
ready:
    jr $31
