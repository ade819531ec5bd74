; 1 + 2 + ... + $1, unsigned, by $1 * ($1 + 1) / 2.
    lis $4
    .word 1
    lis $5
    .word 2
    divu $1, $5
    mfhi $6
    mflo $7
    add $8, $1, $4
    beq $6, $0, even
    add $7, $7, $4
    add $8, $1, $0
even:
    mult $7, $8
    mflo $3
    jr $31
