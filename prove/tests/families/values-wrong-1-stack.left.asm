;@ claim: differ
;@ title: The square of $1 mod 8, by a table and by a product
;@ family: values
    lis $19
    .word 8
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
    .word squares
    sw $21, -84($30)
    lw $20, -80($30)
    lw $21, -84($30)
    add $20, $20, $21
    sw $20, -80($30)
    lw $20, -80($30)
    lw $3, 0($20)
    sw $3, -12($30)
    jr $31
squares:
    .word 0
    .word 1
    .word 4
    .word 9
    .word 16
    .word 25
    .word 35
    .word 49
