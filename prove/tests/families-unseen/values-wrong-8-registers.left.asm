;@ claim: differ
;@ title: One of $1, $2 and their sum, picked from memory and by branches
;@ family: values
    lis $19
    .word 3
    divu $2, $19
    mfhi $5
    add $6, $1, $2
    sw $1, -100($30)
    sw $2, -104($30)
    sw $6, -108($30)
    add $5, $5, $5
    sub $7, $30, $5
    lw $3, -100($7)
    jr $31
