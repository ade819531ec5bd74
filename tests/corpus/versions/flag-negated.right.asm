; Once $1 and $2 are gone: by their order, 1 or 2 more than the larger of 0 and their sum.
    slt $4, $1, $2
    lis $8
    .word 1
    sub $4, $8, $4
    add $8, $0, $0
    add $1, $1, $2
    add $2, $0, $0
    slt $5, $1, $0
    beq $5, $0, positive
    add $1, $0, $0
positive:
    lis $6
    .word 1
    beq $4, $0, less
    add $1, $1, $6
less:
    add $3, $1, $6
    jr $31
