.export larger
larger:
    sub $3, $1, $2
    slt $4, $3, $0
    bne $4, $0, second
    add $3, $1, $0
    jr $31
second:
    add $3, $2, $0
    jr $31
