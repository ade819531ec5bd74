; The distance between $1 and $2: the difference without its sign.
    sub $3, $1, $2
    slt $4, $3, $0
    beq $4, $0, done
    sub $3, $0, $3
done:
    jr $31
