; factorial(n) = n * factorial(n - 1); saves what it changes.
    sw $31, -4($30)
    lis $29
    .word 4
    sub $30, $30, $29
    lis $29
    .word factorial
    jalr $29
    lis $29
    .word 4
    add $30, $30, $29
    lw $31, -4($30)
    jr $31
factorial:
    sw $1, -4($30)
    sw $31, -8($30)
    lis $29
    .word 8
    sub $30, $30, $29
    lis $11
    .word 1
    add $3, $11, $0
    beq $1, $0, leave
    sub $1, $1, $11
    lis $29
    .word factorial
    jalr $29
    add $1, $1, $11
    mult $3, $1
    mflo $3
leave:
    lis $29
    .word 8
    add $30, $30, $29
    lw $1, -4($30)
    lw $31, -8($30)
    jr $31
