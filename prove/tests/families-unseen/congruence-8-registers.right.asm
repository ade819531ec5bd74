; A remainder by 9, by decimal digits and by division.
    lis $13
    .word 9
    divu $1, $13
    mfhi $12
    add $3, $12, $0
    jr $31
