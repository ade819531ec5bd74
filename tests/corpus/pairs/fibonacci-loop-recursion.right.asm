; Fibonacci number n = $1 mod 10, as it is defined.
    lis $4
    .word 10
    divu $1, $4
    mfhi $1
    lis $10
    .word 4
    lis $11
    .word 1
    lis $12
    .word fib
    lis $13
    .word 2
    sw $31, -4($30)
    sub $30, $30, $10
    jalr $12
    add $30, $30, $10
    lw $31, -4($30)
    jr $31

; fib(n) = n for n < 2, else fib(n - 1) + fib(n - 2). n in $1.
fib:
    sw $31, -4($30)
    sw $1, -8($30)
    sw $5, -12($30)
    lis $14
    .word 12
    sub $30, $30, $14
    add $3, $1, $0
    slt $6, $1, $13
    bne $6, $0, return
    sub $1, $1, $11
    jalr $12
    add $5, $3, $0
    sub $1, $1, $11
    jalr $12
    add $3, $5, $3
return:
    lis $14
    .word 12
    add $30, $30, $14
    lw $5, -12($30)
    lw $1, -8($30)
    lw $31, -4($30)
    jr $31
