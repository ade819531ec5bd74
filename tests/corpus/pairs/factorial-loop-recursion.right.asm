; The factorial of $1, for 0 to 12, else 0.
    lis $4
    .word 12
    lis $10
    .word 8
    lis $11
    .word 1
    lis $12
    .word factorial
    sltu $5, $4, $1
    beq $5, $0, start
    add $3, $0, $0
    jr $31
start:
    sw $31, -4($30)
    sub $30, $30, $10
    jalr $12
    add $30, $30, $10
    lw $31, -4($30)
    jr $31

; n! = 1 for n = 0, else n * (n - 1)!. n in $1.
factorial:
    sw $31, -4($30)
    sw $1, -8($30)
    sub $30, $30, $10
    add $3, $11, $0
    beq $1, $0, return
    sub $1, $1, $11
    jalr $12
    lw $1, 0($30)
    mult $3, $1
    mflo $3
return:
    add $30, $30, $10
    lw $31, -4($30)
    jr $31
