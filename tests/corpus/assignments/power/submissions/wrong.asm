;@ witness: 0, 0
; power(x, n) = x * power(x, n - 1), by recursion.
    sw $31, -4($30)
    lis $29
    .word 4
    sub $30, $30, $29
    lis $29
    .word power
    jalr $29
    lis $29
    .word 4
    add $30, $30, $29
    lw $31, -4($30)
    jr $31
power:
    sw $2, -4($30)
    sw $31, -8($30)
    lis $29
    .word 8
    sub $30, $30, $29
    lis $11
    .word 1
    add $3, $0, $0
    beq $2, $0, leave
    sub $2, $2, $11
    lis $29
    .word power
    jalr $29
    mult $3, $1
    mflo $3
leave:
    lis $29
    .word 8
    add $30, $30, $29
    lw $2, -4($30)
    lw $31, -8($30)
    jr $31
