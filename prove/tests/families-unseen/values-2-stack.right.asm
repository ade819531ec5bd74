; $2 plus, minus, times or without $1 mod 4: a jump into the text, and branches.
    lis $19
    .word 4
    sw $19, -76($30)
    lw $19, -76($30)
    divu $1, $19
    mfhi $5
    sw $5, -20($30)
    lis $6
    .word 1
    sw $6, -24($30)
    lis $7
    .word 2
    sw $7, -28($30)
    lw $5, -20($30)
    beq $5, $0, none
    lw $5, -20($30)
    lw $6, -24($30)
    beq $5, $6, one
    lw $5, -20($30)
    lw $7, -28($30)
    beq $5, $7, two
none:
    add $3, $2, $0
    sw $3, -12($30)
    jr $31
one:
    lw $6, -24($30)
    sub $3, $2, $6
    sw $3, -12($30)
    jr $31
two:
    add $3, $2, $2
    sw $3, -12($30)
    jr $31
