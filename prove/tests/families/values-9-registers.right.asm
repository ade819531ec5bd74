; The factorial of $1 mod 7, by a table and by a loop.
    lis $19
    .word 7
    divu $1, $19
    mfhi $5
    lis $3
    .word 1
    lis $6
    .word 1
again:
    beq $5, $0, ready
    multu $3, $5
    mflo $3
    sub $5, $5, $6
    beq $0, $0, again
ready:
    jr $31
