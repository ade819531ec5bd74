; $3 is 1 for the two factors of 65521 * 65519, a product of 32 bits.
    multu $1, $2
    mfhi $4
    bne $4, $0, end
    mflo $4
    lis $5
    .word 4292870399
    bne $4, $5, end
    lis $6
    .word 2
    sltu $4, $1, $6
    bne $4, $0, end
    sltu $4, $2, $6
    bne $4, $0, end
    lis $3
    .word 1
end:
    jr $31
