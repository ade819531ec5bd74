; The sign of $1: $1 divided by its absolute value.
    add $4, $1, $0
    slt $5, $1, $0
    beq $5, $0, divide
    sub $4, $0, $1
divide:
    div $1, $4
    mflo $3
    jr $31
