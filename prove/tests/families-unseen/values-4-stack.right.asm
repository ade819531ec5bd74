; Who wins, by a table of two indices and by a remainder.
    lis $19
    .word 3
    sw $19, -76($30)
    lw $19, -76($30)
    divu $1, $19
    mfhi $5
    sw $5, -20($30)
    lis $19
    .word 3
    sw $19, -76($30)
    lw $19, -76($30)
    divu $2, $19
    mfhi $6
    sw $6, -24($30)
    lis $8
    .word 3
    sw $8, -32($30)
    lw $5, -20($30)
    lw $8, -32($30)
    add $7, $5, $8
    sw $7, -28($30)
    lw $7, -28($30)
    lw $6, -24($30)
    sub $7, $7, $6
    sw $7, -28($30)
    lw $7, -28($30)
    lw $8, -32($30)
    divu $7, $8
    mfhi $3
    sw $3, -12($30)
    jr $31
