; Half of the sum of $1 and $2.
    sub $4, $2, $1
    lis $5
    .word 2
    div $4, $5
    mflo $6
    add $3, $1, $6
    jr $31
