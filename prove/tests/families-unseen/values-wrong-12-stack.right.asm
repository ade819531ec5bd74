; The Fibonacci number of $1 mod 14, by a table and by a loop.
    lis $19
    .word 14
    sw $19, -76($30)
    lw $19, -76($30)
    divu $1, $19
    mfhi $5
    sw $5, -20($30)
    add $3, $0, $0
    sw $3, -12($30)
    lis $6
    .word 1
    sw $6, -24($30)
    lw $6, -24($30)
    add $7, $6, $0
    sw $7, -28($30)
again:
    lw $5, -20($30)
    beq $5, $0, ready
    lw $3, -12($30)
    lw $7, -28($30)
    add $8, $3, $7
    sw $8, -32($30)
    lw $7, -28($30)
    add $3, $7, $0
    sw $3, -12($30)
    lw $8, -32($30)
    add $7, $8, $0
    sw $7, -28($30)
    lw $5, -20($30)
    lw $6, -24($30)
    sub $5, $5, $6
    sw $5, -20($30)
    beq $0, $0, again
ready:
    jr $31
