; How many bits of $1 mod 256 are 1: a table has it for four bits.
    lis $4
    .word 256
    divu $1, $4
    mfhi $5
    lis $6
    .word 16
    lis $8
    .word table
    divu $5, $6
    mfhi $7
    mflo $5
    add $7, $7, $7
    add $7, $7, $7
    add $7, $7, $8
    lw $3, 0($7)
    add $5, $5, $5
    add $5, $5, $5
    add $5, $5, $8
    lw $7, 0($5)
    add $3, $3, $7
    jr $31
table:
    .word 0
    .word 1
    .word 1
    .word 2
    .word 1
    .word 2
    .word 2
    .word 3
    .word 1
    .word 2
    .word 2
    .word 3
    .word 2
    .word 3
    .word 3
    .word 4
