; 1 + 2 + ... + $1, unsigned, by $1 * ($1 + 1) / 2.
    lis $4
    .word 1
    lis $5
    .word 2
    add $8, $1, $4
    mult $1, $8
    mflo $3
    divu $3, $5
    mflo $3
    jr $31
