; The sum of the decimal digits of $1, unsigned: that of n / 10, and n mod 10.
    lis $10
    .word 8
    lis $11
    .word 10
    lis $12
    .word digits
    sw $31, -4($30)
    sub $30, $30, $10
    jalr $12
    add $30, $30, $10
    lw $31, -4($30)
    jr $31

; n in $1.
digits:
    add $3, $0, $0
    beq $1, $0, zero
    sw $31, -4($30)
    divu $1, $11
    mfhi $4
    sw $4, -8($30)
    mflo $1
    sub $30, $30, $10
    jalr $12
    add $30, $30, $10
    lw $4, -8($30)
    add $3, $3, $4
    lw $31, -4($30)
zero:
    jr $31
