; $1 modulo $2, unsigned, by subtraction, and $1 if $2 is 0.
    add $3, $1, $0
    beq $2, $0, done
loop:
    sltu $5, $3, $2
    bne $5, $0, done
    sub $3, $3, $2
    beq $0, $0, loop
done:
    jr $31
