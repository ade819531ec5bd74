; 2^34 / 10 times $1, by 2^34, and one more where $1 is below zero.
    lis $4
    .word 0x66666667
    mult $1, $4
    mfhi $5
    lis $6
    .word 4
    div $5, $6
    mflo $5
    slt $6, $1, $0
    add $3, $5, $6
    jr $31
