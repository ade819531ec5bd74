; Prints the last two decimal digits of $1.
    lis $9
    .word 100
    divu $1, $9
    mfhi $10
    lis $9
    .word 10
    divu $10, $9
    mfhi $12
    mflo $11
    lis $13
    .word 0xffff000c
    lis $14
    .word 48
    add $11, $14, $11
    sw $11, 0($13)
    add $12, $14, $12
    sw $12, 0($13)
    jr $31
