; The difference of $1 and $2 more than the larger of 0 and twice $1.
    sub $5, $2, $1
    add $1, $1, $1
    add $2, $0, $0
    slt $4, $1, $0
    beq $4, $0, on
    add $1, $0, $0
on:
    add $3, $1, $5
    jr $31
