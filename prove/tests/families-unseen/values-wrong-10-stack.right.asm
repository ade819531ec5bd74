; The remainder of $1 mod 16 by 3, by an automaton over its bits and by division.
    lis $19
    .word 16
    sw $19, -76($30)
    lw $19, -76($30)
    divu $1, $19
    mfhi $5
    sw $5, -20($30)
    lis $8
    .word 3
    sw $8, -32($30)
    lw $5, -20($30)
    lw $8, -32($30)
    divu $5, $8
    mfhi $3
    sw $3, -12($30)
    jr $31
