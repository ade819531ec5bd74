; compares without a sign, as Bob does
    sltu $10, $2, $1
    beq $10, $0, other
    add $3, $1, $0
    jr $31
other:
    add $3, $2, $0
    jr $31
