;@ claim: equivalent
;@ title: How many bits of $1 mod 16 are 1, by a table and by halving
;@ family: values
    lis $19
    .word 16
    sw $19, -76($30)
    lw $19, -76($30)
    divu $1, $19
    mfhi $5
    sw $5, -20($30)
    lw $5, -20($30)
    add $20, $5, $5
    sw $20, -80($30)
    lw $20, -80($30)
    add $20, $20, $20
    sw $20, -80($30)
    lis $21
    .word bits
    sw $21, -84($30)
    lw $20, -80($30)
    lw $21, -84($30)
    add $20, $20, $21
    sw $20, -80($30)
    lw $20, -80($30)
    lw $3, 0($20)
    sw $3, -12($30)
    jr $31
bits:
    .word 0
    .word 1
    .word 1
    .word 2
    .word 1
    .word 2
    .word 2
    .word 3
    .word 1
    .word 2
    .word 2
    .word 3
    .word 2
    .word 3
    .word 3
    .word 4
