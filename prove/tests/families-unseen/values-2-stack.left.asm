;@ claim: equivalent
;@ title: $2 plus, minus, times or without $1 mod 4: a jump into the text, and branches
;@ family: values
    lis $19
    .word 4
    sw $19, -76($30)
    lw $19, -76($30)
    divu $1, $19
    mfhi $5
    sw $5, -20($30)
    lw $5, -20($30)
    add $6, $5, $5
    sw $6, -24($30)
    lw $6, -24($30)
    add $6, $6, $6
    sw $6, -24($30)
    lw $6, -24($30)
    add $6, $6, $6
    sw $6, -24($30)
    lis $7
    .word first
    sw $7, -28($30)
    lw $7, -28($30)
    lw $6, -24($30)
    add $7, $7, $6
    sw $7, -28($30)
    lw $7, -28($30)
    jr $7
first:
    add $3, $2, $5
    jr $31
    sub $3, $2, $5
    jr $31
    add $3, $2, $2
    jr $31
    add $3, $2, $0
    jr $31
