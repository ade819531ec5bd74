; (x + 5) * (x - 5) = x * x - 25.
    mult $1, $1
    mflo $3
    lis $4
    .word 25
    sub $3, $3, $4
    jr $31
