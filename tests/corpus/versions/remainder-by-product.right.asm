; The remainder of $1 by 8.
    lis $4
    .word 8
    divu $1, $4
    mflo $5
    add $5, $5, $5
    add $5, $5, $5
    add $5, $5, $5
    sub $3, $1, $5
    jr $31
