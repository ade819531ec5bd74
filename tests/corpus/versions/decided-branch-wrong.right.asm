; By the order of both numbers, asked twice.
    slt $4, $2, $1
    bne $4, $0, not
    sub $3, $2, $1
    jr $31
not:
    sub $3, $1, $2
    jr $31
