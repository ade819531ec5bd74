; the other way round
    slt $5, $1, $2
    bne $5, $0, second
    add $3, $0, $1
    jr $31
second:
    add $3, $0, $2
    jr $31
