;@ claim: differ
;@ family: factorial
;@ contract: {"assume": ["$1 >= 0", "$1 < 1000"]}
    lis $4
    .word 4
    lis $11
    .word 1
    lis $10
    .word f
    sw $31, -4($30)
    sub $30, $30, $4
    jalr $10
    add $30, $30, $4
    lw $31, -4($30)
    jr $31
f:
    slt $5, $0, $1
    bne $5, $0, more
    add $3, $11, $0
    jr $31
more:
    sw $31, -4($30)
    sw $1, -8($30)
    lis $6
    .word 8
    sub $30, $30, $6
    sub $1, $1, $11
    jalr $10
    lis $6
    .word 8
    add $30, $30, $6
    lw $31, -4($30)
    lw $1, -8($30)
    mult $3, $1
    mflo $3
    jr $31
