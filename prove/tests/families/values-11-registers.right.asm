; One of three procedures from a table, and branches.
    lis $19
    .word 3
    divu $2, $19
    mfhi $5
    lis $6
    .word 2
    beq $5, $0, sum
    sub $3, $1, $2
    bne $5, $6, ready
    sub $3, $0, $3
ready:
    jr $31
sum:
    add $3, $2, $1
    jr $31
