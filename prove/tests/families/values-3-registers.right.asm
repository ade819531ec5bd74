; How many bits of $1 mod 16 are 1, by a table and by halving.
    lis $19
    .word 16
    divu $1, $19
    mfhi $5
    lis $8
    .word 2
    add $3, $0, $0
    divu $5, $8
    mfhi $7
    mflo $5
    add $3, $3, $7
    divu $5, $8
    mfhi $7
    mflo $5
    add $3, $3, $7
    divu $5, $8
    mfhi $7
    mflo $5
    add $3, $3, $7
    divu $5, $8
    mfhi $7
    mflo $5
    add $3, $3, $7
    jr $31
