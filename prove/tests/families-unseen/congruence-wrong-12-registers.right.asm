; Horner's rule modulo 15 on base-16 digits, the lowest one first, and division.
    lis $13
    .word 13
    divu $1, $13
    mfhi $12
    add $3, $12, $0
    jr $31
