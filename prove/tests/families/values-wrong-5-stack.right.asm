; Stores $2 into element $1 mod 4 of 1, 2, 4, 8; then the sum of all.
    lis $19
    .word 4
    sw $19, -76($30)
    lw $19, -76($30)
    divu $1, $19
    mfhi $5
    sw $5, -20($30)
    lis $6
    .word 15
    sw $6, -24($30)
    lis $7
    .word 1
    sw $7, -28($30)
again:
    lw $5, -20($30)
    beq $5, $0, ready
    lw $7, -28($30)
    add $7, $7, $7
    sw $7, -28($30)
    lis $8
    .word 1
    sw $8, -32($30)
    lw $5, -20($30)
    lw $8, -32($30)
    sub $5, $5, $8
    sw $5, -20($30)
    beq $0, $0, again
ready:
    lw $6, -24($30)
    lw $7, -28($30)
    sub $3, $6, $7
    sw $3, -12($30)
    lw $3, -12($30)
    add $3, $3, $2
    sw $3, -12($30)
    jr $31
