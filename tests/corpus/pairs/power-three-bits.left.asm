; $1 to the power $2, for exponents 0 to 15, else 0.
    add $3, $0, $0
    lis $4
    .word 16
    sltu $5, $2, $4
    beq $5, $0, done
    lis $6
    .word 1
    add $3, $6, $0
loop:
    beq $2, $0, done
    mult $3, $1
    mflo $3
    sub $2, $2, $6
    beq $0, $0, loop
done:
    jr $31
