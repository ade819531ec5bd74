; $1 modulo 15, signed.
    lis $5
    .word 15
    div $1, $5
    mfhi $3
    jr $31
