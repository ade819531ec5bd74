;@ claim: differ
;@ title: One of $1, $2 and their sum, picked from memory and by branches
;@ family: values
    lis $19
    .word 3
    sw $19, -76($30)
    lw $19, -76($30)
    divu $2, $19
    mfhi $5
    sw $5, -20($30)
    add $6, $1, $2
    sw $6, -24($30)
    sw $1, -100($30)
    sw $2, -104($30)
    lw $6, -24($30)
    sw $6, -108($30)
    lw $5, -20($30)
    add $5, $5, $5
    sw $5, -20($30)
    lw $5, -20($30)
    sub $7, $30, $5
    sw $7, -28($30)
    lw $7, -28($30)
    lw $3, -100($7)
    sw $3, -12($30)
    jr $31
