; The greatest common divisor of $1 mod 16 and 12, by a table and by remainders.
    lis $19
    .word 16
    sw $19, -76($30)
    lw $19, -76($30)
    divu $1, $19
    mfhi $5
    sw $5, -20($30)
    lis $3
    .word 12
    sw $3, -12($30)
again:
    lw $5, -20($30)
    beq $5, $0, ready
    lw $3, -12($30)
    lw $5, -20($30)
    divu $3, $5
    mfhi $6
    sw $6, -24($30)
    lw $5, -20($30)
    add $3, $5, $0
    sw $3, -12($30)
    lw $6, -24($30)
    add $5, $6, $0
    sw $5, -20($30)
    beq $0, $0, again
ready:
    jr $31
