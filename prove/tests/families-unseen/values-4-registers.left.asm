;@ claim: equivalent
;@ title: Who wins, by a table of two indices and by a remainder
;@ family: values
    lis $19
    .word 3
    divu $1, $19
    mfhi $5
    lis $19
    .word 3
    divu $2, $19
    mfhi $6
    add $7, $5, $5
    add $7, $7, $5
    add $7, $7, $6
    add $20, $7, $7
    add $20, $20, $20
    lis $21
    .word wins
    add $20, $20, $21
    lw $3, 0($20)
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
