; The sum of the numbers to $1, by recursion.
    sw $31, -4($30)
    lis $10
    .word 8
    sub $30, $30, $10
    lis $7
    .word f
    jalr $7
    lis $10
    .word 8
    add $30, $30, $10
    lw $31, -4($30)
    jr $31
f:
    bne $1, $0, more
    add $3, $0, $0
    jr $31
more:
    sw $1, -12($30)
    sw $31, -4($30)
    lis $9
    .word 1
    add $8, $0, $1
    sub $1, $8, $9
    lis $4
    .word 16
    sub $30, $30, $4
    lis $7
    .word f
    jalr $7
    lis $4
    .word 16
    add $30, $30, $4
    lw $8, -12($30)
    lw $31, -4($30)
    add $3, $8, $3
    jr $31
