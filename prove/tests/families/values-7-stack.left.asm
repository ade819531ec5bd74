;@ claim: equivalent
;@ title: The sum of both digits of $1 below 50, by division and by subtracting tens; 0 for other numbers
;@ family: values
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
    lw $8, -32($30)
    divu $1, $8
    mflo $5
    sw $5, -20($30)
    mfhi $9
    sw $9, -36($30)
    lw $5, -20($30)
    lw $9, -36($30)
    add $3, $5, $9
    sw $3, -12($30)
none:
    jr $31
