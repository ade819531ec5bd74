; Three variables, two of which are swapped.
    lis $7
    .word -12
    add $8, $30, $7
    lis $9
    .word 4
    add $10, $8, $9
    sw $1, 0($8)
    sw $2, 0($10)
    add $11, $10, $9
    lw $4, 0($8)
    sw $4, 0($11)
    lw $4, 0($10)
    sw $4, 0($8)
    lw $4, 0($11)
    sw $4, 0($10)
    lw $5, -12($30)
    lw $6, -8($30)
    sub $3, $5, $6
    jr $31
