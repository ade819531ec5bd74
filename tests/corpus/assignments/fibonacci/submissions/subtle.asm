;@ witness: 4, 0
; fib(n) = fib(n - 1) + fib(n - 2); keeps n and the first result on the stack.
    sw $31, -4($30)
    lis $29
    .word 4
    sub $30, $30, $29
    lis $29
    .word fib
    jalr $29
    lis $29
    .word 4
    add $30, $30, $29
    lw $31, -4($30)
    jr $31
fib:
    sw $1, -4($30)
    sw $31, -8($30)
    lis $29
    .word 8
    sub $30, $30, $29
    lis $11
    .word 1
    slt $7, $11, $1
    bne $7, $0, twice
    add $3, $1, $0
    beq $0, $0, leave
twice:
    sub $1, $1, $11
    lis $29
    .word fib
    jalr $29
    add $6, $3, $0
    sub $1, $1, $11
    lis $29
    .word fib
    jalr $29
    add $3, $6, $3
leave:
    lis $29
    .word 8
    add $30, $30, $29
    lw $1, -4($30)
    lw $31, -8($30)
    jr $31
