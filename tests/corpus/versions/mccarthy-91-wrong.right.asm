; McCarthy's function of $1: 91 up to 100, and ten less than $1 above.
f:
    sw $31, -4($30)
    lis $10
    .word 4
    sub $30, $30, $10
    lis $5
    .word 100
    slt $6, $1, $5
    bne $6, $0, more
    lis $5
    .word -10
    add $3, $1, $5
end:
    lis $10
    .word 4
    add $30, $30, $10
    lw $31, -4($30)
    jr $31
more:
    lis $5
    .word 11
    add $1, $5, $1
    lis $7
    .word f
    jalr $7
    add $1, $3, $0
    lis $7
    .word f
    jalr $7
    beq $0, $0, end
