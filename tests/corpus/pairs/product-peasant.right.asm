; $1 * ($2 mod 32)
    lis $4
    .word 32
    divu $2, $4
    mfhi $5
    mult $1, $5
    mflo $3
    jr $31
