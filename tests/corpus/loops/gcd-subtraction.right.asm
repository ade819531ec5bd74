; The greatest common divisor, unsigned, by subtraction.
    beq $1, $0, second
    beq $2, $0, first
loop:
    beq $1, $2, first
    sltu $5, $1, $2
    bne $5, $0, less
    sub $1, $1, $2
    beq $0, $0, loop
less:
    sub $2, $2, $1
    beq $0, $0, loop
first:
    add $3, $1, $0
    jr $31
second:
    add $3, $2, $0
    jr $31
