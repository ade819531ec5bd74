; 1 if $1 is odd, else 0.
    lis $4
    .word 2
    div $1, $4
    mfhi $5
    sltu $3, $0, $5
    jr $31
