; The absolute value of $1.
    slt $4, $1, $0
    bne $4, $0, negative
    add $3, $1, $0
    jr $31
negative:
    sub $3, $0, $1
    jr $31
