;@ claim: equivalent
;@ title: Who wins, by a table of two indices and by a remainder
;@ family: values
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
    lw $5, -20($30)
    add $7, $5, $5
    sw $7, -28($30)
    lw $7, -28($30)
    lw $5, -20($30)
    add $7, $7, $5
    sw $7, -28($30)
    lw $7, -28($30)
    lw $6, -24($30)
    add $7, $7, $6
    sw $7, -28($30)
    lw $7, -28($30)
    add $20, $7, $7
    sw $20, -80($30)
    lw $20, -80($30)
    add $20, $20, $20
    sw $20, -80($30)
    lis $21
    .word wins
    sw $21, -84($30)
    lw $20, -80($30)
    lw $21, -84($30)
    add $20, $20, $21
    sw $20, -80($30)
    lw $20, -80($30)
    lw $3, 0($20)
    sw $3, -12($30)
    jr $31
wins:
    .word 0
    .word 2
    .word 1
    .word 1
    .word 0
    .word 2
    .word 2
    .word 1
    .word 0
