; Saves the way back once, tests at the end of the loop.
    .import print
    slt $5, $2, $1
    beq $5, $0, some
    jr $31
some:
    sw $31, -4($30)
    lis $29
    .word 4
    sub $30, $30, $29
    lis $11
    .word 1
    lis $20
    .word print
again:
    jalr $20
    beq $1, $2, end
    add $1, $1, $11
    beq $0, $0, again
end:
    lis $29
    .word 4
    add $30, $30, $29
    lw $31, -4($30)
    jr $31
