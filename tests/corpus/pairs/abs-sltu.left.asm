; The absolute value of $1.
    add $3, $1, $0
    slt $4, $1, $0
    beq $4, $0, done
    sub $3, $0, $3
done:
    jr $31
