; One of $1, $2 and their sum, picked from memory and by branches.
    lis $19
    .word 3
    divu $2, $19
    mfhi $5
    lis $6
    .word 1
    beq $5, $0, first
    beq $5, $6, second
    add $3, $1, $2
    jr $31
first:
    add $3, $1, $0
    jr $31
second:
    add $3, $2, $0
    jr $31
