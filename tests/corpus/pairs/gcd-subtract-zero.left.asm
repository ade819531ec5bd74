; The gcd of $1 mod 8 and $2 mod 8, by division.
    lis $4
    .word 8
    divu $1, $4
    mfhi $3
    divu $2, $4
    mfhi $6
loop:
    beq $6, $0, done
    divu $3, $6
    add $3, $6, $0
    mfhi $6
    beq $0, $0, loop
done:
    jr $31
