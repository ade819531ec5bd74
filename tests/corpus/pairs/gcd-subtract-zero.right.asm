; The gcd of $1 mod 8 and $2 mod 8, by subtraction.
    lis $4
    .word 8
    divu $1, $4
    mfhi $3
    divu $2, $4
    mfhi $6
loop:
    beq $3, $6, done
    slt $7, $3, $6
    beq $7, $0, larger
    sub $6, $6, $3
    beq $0, $0, loop
larger:
    sub $3, $3, $6
    beq $0, $0, loop
done:
    jr $31
