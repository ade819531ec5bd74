; A product and a difference by a procedure.
    sw $31, -4($30)
    lis $10
    .word 12
    sub $30, $30, $10
    add $5, $2, $0
    add $4, $1, $0
    lis $7
    .word f
    jalr $7
    add $4, $3, $0
    lis $7
    .word f
    jalr $7
    lis $10
    .word 12
    add $30, $30, $10
    lw $31, -4($30)
    jr $31
f:
    mult $5, $4
    mflo $6
    sub $3, $6, $5
    jr $31
