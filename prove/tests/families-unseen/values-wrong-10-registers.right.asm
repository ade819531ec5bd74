; The remainder of $1 mod 16 by 3, by an automaton over its bits and by division.
    lis $19
    .word 16
    divu $1, $19
    mfhi $5
    lis $8
    .word 3
    divu $5, $8
    mfhi $3
    jr $31
