; The gcd of $1 mod 16 and $2 mod 16.
    lis $4
    .word 16
    divu $1, $4
    mfhi $3
    divu $2, $4
    mfhi $6
loop:
    divu $3, $6
    add $3, $6, $0
    mfhi $6
    bne $6, $0, loop
    jr $31
