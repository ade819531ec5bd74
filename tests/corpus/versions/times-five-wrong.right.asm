; Half of five times $1 less 2, and 2.
    lis $4
    .word 2
    sub $5, $1, $4
    div $5, $4
    mflo $5
    add $6, $5, $5
    add $6, $6, $6
    add $5, $6, $5
    add $3, $5, $4
    jr $31
