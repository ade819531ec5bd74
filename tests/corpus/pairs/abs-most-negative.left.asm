; The absolute value of $1.
    add $3, $1, $0
    slt $4, $0, $1
    bne $4, $0, done
    sub $3, $0, $1
done:
    jr $31
