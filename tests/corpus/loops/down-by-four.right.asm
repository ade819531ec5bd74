; Adds $2 for each four below $1, signed.
    lis $4
    .word 4
    add $3, $0, $0
    add $5, $1, $0
loop:
    slt $6, $0, $5
    beq $6, $0, done
    add $3, $3, $2
    sub $5, $5, $4
    beq $0, $0, loop
done:
    jr $31
