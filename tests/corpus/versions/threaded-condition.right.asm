; The larger number, by way of a flag.
    slt $4, $1, $2
    beq $4, $0, first
    add $3, $2, $0
    jr $31
first:
    add $3, $1, $0
    jr $31
