; $1 plus the absolute value of $2.
    slt $4, $2, $0
    bne $4, $0, negative
    add $3, $1, $2
    jr $31
negative:
    sub $3, $1, $2
    jr $31
