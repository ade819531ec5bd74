; (x + 5) * (x - 5) = x * x - 25.
    lis $4
    .word 5
    add $5, $1, $4
    sub $6, $1, $4
    mult $5, $6
    mflo $3
    jr $31
