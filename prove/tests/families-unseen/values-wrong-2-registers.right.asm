; $2 plus, minus, times or without $1 mod 4: a jump into the text, and branches.
    lis $19
    .word 4
    divu $1, $19
    mfhi $5
    lis $6
    .word 1
    lis $7
    .word 2
    beq $5, $0, none
    beq $5, $6, one
    beq $5, $7, two
none:
    add $3, $2, $0
    jr $31
one:
    sub $3, $2, $6
    jr $31
two:
    add $3, $2, $2
    jr $31
