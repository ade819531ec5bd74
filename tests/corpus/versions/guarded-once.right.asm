; A quotient where $2 is not zero, and what is left of it, else $1.
    beq $2, $0, zero
    divu $1, $2
    mflo $3
    add $6, $3, $3
    slt $7, $6, $1
    beq $7, $0, second
    divu $6, $2
    mfhi $8
    add $3, $3, $8
second:
    jr $31
zero:
    add $3, $1, $0
    jr $31
