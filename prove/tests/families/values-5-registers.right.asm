; Stores $2 into element $1 mod 4 of 1, 2, 4, 8; then the sum of all.
    lis $19
    .word 4
    divu $1, $19
    mfhi $5
    lis $6
    .word 15
    lis $7
    .word 1
again:
    beq $5, $0, ready
    add $7, $7, $7
    lis $8
    .word 1
    sub $5, $5, $8
    beq $0, $0, again
ready:
    sub $3, $6, $7
    add $3, $3, $2
    jr $31
