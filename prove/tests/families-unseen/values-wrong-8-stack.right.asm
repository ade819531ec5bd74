; One of $1, $2 and their sum, picked from memory and by branches.
    lis $19
    .word 3
    sw $19, -76($30)
    lw $19, -76($30)
    divu $2, $19
    mfhi $5
    sw $5, -20($30)
    lis $6
    .word 1
    sw $6, -24($30)
    lw $5, -20($30)
    beq $5, $0, first
    lw $5, -20($30)
    lw $6, -24($30)
    beq $5, $6, second
    add $3, $1, $2
    sw $3, -12($30)
    jr $31
first:
    add $3, $1, $0
    sw $3, -12($30)
    jr $31
second:
    add $3, $2, $0
    sw $3, -12($30)
    jr $31
