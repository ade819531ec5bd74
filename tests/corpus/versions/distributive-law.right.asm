; z * x + z * y with y = x - 5 and z = x + 5.
    lis $4
    .word 5
    sub $5, $1, $4
    add $6, $1, $4
    add $7, $1, $5
    mult $6, $7
    mflo $3
    jr $31
