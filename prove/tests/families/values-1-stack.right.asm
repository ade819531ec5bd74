; The square of $1 mod 8, by a table and by a product.
    lis $19
    .word 8
    sw $19, -76($30)
    lw $19, -76($30)
    divu $1, $19
    mfhi $5
    sw $5, -20($30)
    lw $5, -20($30)
    multu $5, $5
    mflo $3
    sw $3, -12($30)
    jr $31
