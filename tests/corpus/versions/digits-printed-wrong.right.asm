; Prints the last two decimal digits of $1.
    lis $4
    .word 0xffff000c
    lis $5
    .word 10
    lis $6
    .word 48
    divu $1, $5
    mfhi $7
    mflo $8
    divu $8, $5
    mfhi $8
    add $7, $7, $6
    sw $7, 0($4)
    add $8, $8, $6
    sw $8, 0($4)
    jr $31
