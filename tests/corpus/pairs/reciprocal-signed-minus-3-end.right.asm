; -2^32 / 3 times $1, by 2^32, and one more where that is below zero.
    lis $4
    .word 0xaaaaaaaa
    mult $1, $4
    mfhi $5
    slt $6, $5, $0
    add $3, $5, $6
    jr $31
