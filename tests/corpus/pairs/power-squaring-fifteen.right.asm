; $1 to the power $2 mod 16, by squaring: a bit of the exponent at a time.
    lis $4
    .word 16
    divu $2, $4
    mfhi $5
    lis $6
    .word 2
    lis $3
    .word 1
loop:
    beq $5, $0, done
    divu $5, $6
    mflo $5
    mfhi $7
    beq $7, $0, even
    mult $3, $1
    mflo $3
even:
    mult $1, $1
    mflo $1
    beq $0, $0, loop
done:
    jr $31
