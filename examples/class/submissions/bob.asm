    sltu $4, $2, $1
    beq $4, $0, second
    add $3, $1, $0
    jr $31
second:
    add $3, $2, $0
    jr $31
