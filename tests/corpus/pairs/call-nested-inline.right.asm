; 2 * ($1 * $1 + $2)
    mult $1, $1
    mflo $3
    lis $4
    .word 2
    mult $3, $4
    mflo $3
    add $3, $3, $2
    add $3, $3, $2
    jr $31
