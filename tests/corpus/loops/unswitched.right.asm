; $1 times: one more, and $2 more if $2 is negative, else the double.
    lis $4
    .word 1
    add $3, $0, $0
    slt $5, $2, $0
    beq $5, $0, doubles
sums:
    beq $1, $0, done
    add $3, $3, $4
    add $3, $3, $2
    sub $1, $1, $4
    beq $0, $0, sums
doubles:
    beq $1, $0, done
    add $3, $3, $4
    add $3, $3, $3
    sub $1, $1, $4
    beq $0, $0, doubles
done:
    jr $31
