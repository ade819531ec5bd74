; Additions or subtractions of $2, as many as $1 says.
    lis $4
    .word 1
    slt $5, $2, $0
    beq $5, $0, plus
minus:
    beq $1, $0, end
    sub $3, $3, $2
    sub $1, $1, $4
    beq $0, $0, minus
plus:
    beq $1, $0, end
    add $3, $3, $2
    sub $1, $1, $4
    beq $0, $0, plus
end:
    jr $31
