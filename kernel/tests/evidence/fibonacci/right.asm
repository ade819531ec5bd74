; the same by recursion
        lis $11
        .word 1
        lis $12
        .word 12
        lis $10
        .word fib
        sw $31, -4($30)
        lis $13
        .word 4
        sub $30, $30, $13
        jalr $10
        add $30, $30, $13
        lw $31, -4($30)
        jr $31
fib:    slt $5, $11, $1
        bne $5, $0, rec
        add $3, $1, $0
        jr $31
rec:    sw $31, -4($30)
        sw $1, -8($30)
        sub $30, $30, $12
        sub $1, $1, $11
        jalr $10
        sw $3, 0($30)
        lw $1, 4($30)
        sub $1, $1, $11
        sub $1, $1, $11
        jalr $10
        lw $6, 0($30)
        add $3, $3, $6
        add $30, $30, $12
        lw $31, -4($30)
        jr $31
