; The sum of both digits of $1 below 50, by division and by subtracting tens; 0 for other numbers.
    add $3, $0, $0
    sw $3, -12($30)
    lis $6
    .word 50
    sw $6, -24($30)
    lw $6, -24($30)
    sltu $7, $1, $6
    sw $7, -28($30)
    lw $7, -28($30)
    beq $7, $0, none
    lis $8
    .word 10
    sw $8, -32($30)
    lis $10
    .word 1
    sw $10, -40($30)
    add $9, $1, $0
    sw $9, -36($30)
again:
    lw $9, -36($30)
    lw $8, -32($30)
    sltu $7, $9, $8
    sw $7, -28($30)
    lw $7, -28($30)
    bne $7, $0, ready
    lw $9, -36($30)
    lw $8, -32($30)
    sub $9, $9, $8
    sw $9, -36($30)
    lw $3, -12($30)
    lw $10, -40($30)
    add $3, $3, $10
    sw $3, -12($30)
    beq $0, $0, again
ready:
    lw $3, -12($30)
    lw $9, -36($30)
    add $3, $3, $9
    sw $3, -12($30)
none:
    jr $31
