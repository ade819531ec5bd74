; $3 is 1 where $1 divided by 7, $2 modulo 1009, and $1 divided by $2 are three certain words.
    lis $4
    .word 7
    divu $1, $4
    mflo $5
    lis $6
    .word 123456
    bne $5, $6, end
    lis $4
    .word 1009
    divu $2, $4
    mfhi $5
    lis $6
    .word 17
    bne $5, $6, end
    divu $1, $2
    mflo $5
    lis $6
    .word 2
    bne $5, $6, end
    lis $3
    .word 1
end:
    jr $31
