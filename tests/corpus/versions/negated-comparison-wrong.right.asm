; Twice $1 below 8, and $1 from there on.
    sub $6, $0, $1
    lis $4
    .word -8
    slt $5, $4, $6
    beq $5, $0, large
    add $3, $1, $1
    jr $31
large:
    add $3, $1, $0
    jr $31
