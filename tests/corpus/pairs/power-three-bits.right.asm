; $1 to the power $2, for exponents 0 to 15, else 0. By squaring.
    add $3, $0, $0
    lis $4
    .word 16
    sltu $5, $2, $4
    beq $5, $0, done
    lis $6
    .word 1
    lis $7
    .word 2
    lis $8
    .word 3             ; bits of the exponent
    add $3, $6, $0
loop:
    divu $2, $7
    mflo $2
    mfhi $5
    beq $5, $0, even
    mult $3, $1
    mflo $3
even:
    mult $1, $1
    mflo $1
    sub $8, $8, $6
    bne $8, $0, loop
done:
    jr $31
