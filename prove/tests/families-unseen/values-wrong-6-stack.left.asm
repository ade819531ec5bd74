;@ claim: differ
;@ title: The greatest common divisor of $1 mod 16 and 12, by a table and by remainders
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
    .word divisors
    sw $21, -84($30)
    lw $20, -80($30)
    lw $21, -84($30)
    add $20, $20, $21
    sw $20, -80($30)
    lw $20, -80($30)
    lw $3, 0($20)
    sw $3, -12($30)
    jr $31
divisors:
    .word 12
    .word 1
    .word 2
    .word 3
    .word 4
    .word 1
    .word 6
    .word 1
    .word 4
    .word 3
    .word 1
    .word 1
    .word 12
    .word 1
    .word 2
    .word 3
