; The digital root, by sums of digits and by a remainder by 9.
    lis $12
    .word 1
    lis $13
    .word 9
    sub $1, $1, $12
    divu $1, $13
    mfhi $1
    add $1, $1, $12
    add $3, $1, $0
    jr $31
