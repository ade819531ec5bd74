; The larger of both numbers, plus the larger of that and 10.
    slt $5, $1, $2
    add $4, $1, $0
    beq $5, $0, first
    add $4, $2, $0
first:
    lis $2
    .word 10
    slt $5, $4, $2
    add $3, $4, $0
    beq $5, $0, second
    add $3, $2, $0
second:
    add $3, $3, $4
    jr $31
