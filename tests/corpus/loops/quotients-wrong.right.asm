; The sum of $2 / i for i from $1 down to 1, unsigned.
    lis $4
    .word 1
    add $3, $0, $0
loop:
    beq $1, $0, done
    divu $2, $1
    mflo $5
    add $3, $5, $3
    lis $20
    .word 6000
    sub $21, $1, $20
    divu $4, $21
    sub $1, $1, $4
    beq $0, $0, loop
done:
    jr $31
