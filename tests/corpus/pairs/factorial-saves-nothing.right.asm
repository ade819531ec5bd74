; The factorial of $1 mod 8.
    lis $4
    .word 8
    divu $1, $4
    mfhi $1
    lis $10
    .word 4
    lis $11
    .word 1
    lis $12
    .word factorial
    sw $31, -4($30)
    sub $30, $30, $10
    jalr $12
    add $30, $30, $10
    lw $31, -4($30)
    jr $31

; n in $1.
factorial:
    sw $31, -4($30)
    sub $30, $30, $10
    add $3, $11, $0
    beq $1, $0, return
    sub $1, $1, $11
    jalr $12
    mult $3, $1         ; $1 is no longer n
    mflo $3
return:
    add $30, $30, $10
    lw $31, -4($30)
    jr $31
