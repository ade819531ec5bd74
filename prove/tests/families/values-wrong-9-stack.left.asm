;@ claim: differ
;@ title: The factorial of $1 mod 7, by a table and by a loop
;@ family: values
    lis $19
    .word 7
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
    .word values
    sw $21, -84($30)
    lw $20, -80($30)
    lw $21, -84($30)
    add $20, $20, $21
    sw $20, -80($30)
    lw $20, -80($30)
    lw $3, 0($20)
    sw $3, -12($30)
    jr $31
values:
    .word 1
    .word 1
    .word 2
    .word 6
    .word 24
    .word 120
    .word 721
