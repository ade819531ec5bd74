; $1 / 12, rounded up, for 0 to 2^31 - 1; 0 for negative numbers.
    slt $4, $1, $0
    beq $4, $0, divide
    add $3, $0, $0
    jr $31
divide:
    lis $5
    .word 12
    div $1, $5
    mflo $3
    mfhi $6
    beq $6, $0, done
    lis $5
    .word 1
    add $3, $3, $5
done:
    jr $31
