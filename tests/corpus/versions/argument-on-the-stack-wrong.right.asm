; Three times the first number, and the second one, by a procedure.
    sw $31, -4($30)
    sw $2, -8($30)
    sw $1, -12($30)
    lis $10
    .word 12
    sub $30, $30, $10
    lis $7
    .word f
    jalr $7
    lis $10
    .word 12
    add $30, $30, $10
    lw $31, -4($30)
    jr $31
f:
    lw $4, 0($30)
    lis $5
    .word 3
    mult $1, $5
    mflo $3
    add $3, $4, $3
    jr $31
