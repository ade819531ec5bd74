; Variables in a frame.
    lis $9
    .word 32
    sub $30, $30, $9
    sw $1, 8($30)
    sw $2, 24($30)
    lw $4, 8($30)
    lw $5, 24($30)
    mult $4, $5
    mflo $6
    sw $6, 0($30)
    lw $3, 0($30)
    add $3, $3, $4
    add $30, $30, $9
    jr $31
