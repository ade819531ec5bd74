; A sum that lives across a call.
    add $4, $1, $2
    sw $31, -4($30)
    lis $10
    .word 4
    sub $30, $30, $10
    lis $7
    .word f
    jalr $7
    add $3, $3, $4
    lis $10
    .word 4
    add $30, $30, $10
    lw $31, -4($30)
    jr $31
f:
    sw $4, -4($30)
    mult $1, $1
    mflo $4
    sub $3, $4, $2
    lw $4, -4($30)
    jr $31
