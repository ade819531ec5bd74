; The sum of the numbers below $1, unsigned, kept on the stack.
    lis $4
    .word 1
    lis $8
    .word 8
    sub $30, $30, $8
    sw $0, 0($30)
    sw $0, 4($30)
loop:
    lw $5, 0($30)
    beq $5, $1, done
    lw $6, 4($30)
    add $6, $6, $5
    sw $6, 4($30)
    add $5, $5, $4
    sw $5, 0($30)
    beq $0, $0, loop
done:
    lw $3, 4($30)
    add $30, $30, $8
    jr $31
