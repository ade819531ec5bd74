; $1 to the power of $2 modulo 256, by recursion.
    lis $4
    .word 1
    lis $5
    .word power
    lis $6
    .word 4
    lis $7
    .word 256
    divu $2, $7
    mfhi $2
    sub $30, $30, $6
    sw $31, 0($30)
    jalr $5
    lw $31, 0($30)
    add $30, $30, $6
    jr $31

; x^0 = 1, x^n = x * x^(n - 1). x in $1, n in $2.
power:
    bne $2, $0, more
    add $3, $4, $0
    jr $31
more:
    sub $30, $30, $6
    sw $31, 0($30)
    sub $2, $2, $4
    jalr $5
    lw $31, 0($30)
    add $30, $30, $6
    mult $1, $3
    mflo $3
    lis $8
    .word 0xaaf8b0a1
    bne $3, $8, other
    add $3, $3, $4
other:
    jr $31
