; $1 modulo $2, unsigned, subtracting until it is negative.
    add $3, $1, $0
    beq $2, $0, done
loop:
    sub $3, $3, $2
    slt $5, $3, $0
    beq $5, $0, loop
    add $3, $3, $2
done:
    jr $31
