; The sum of the numbers below $1, unsigned, its slots swapped.
    lis $4
    .word 1
    lis $8
    .word 8
    sub $30, $30, $8
    sw $0, 4($30)
    sw $0, 0($30)
loop:
    lw $5, 4($30)
    beq $5, $1, done
    lw $6, 0($30)
    add $6, $6, $5
    sw $6, 0($30)
    add $5, $5, $4
    sw $5, 4($30)
    lis $20
    .word 3
    bne $5, $20, loop
    sw $5, 0($30)
    sw $4, 0($30)
    beq $0, $0, loop
done:
    lw $3, 0($30)
    add $30, $30, $8
    jr $31
