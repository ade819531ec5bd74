    lis $5
    .word 2
    div $1,$5
    mfhi $3
    jr $31
