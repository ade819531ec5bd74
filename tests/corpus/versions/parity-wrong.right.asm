; 1 where $1 is odd, else 0.
    lis $4
    .word 2
    div $1, $4
    mfhi $5
    lis $6
    .word 1
    add $3, $0, $0
    bne $5, $6, even
    add $3, $6, $0
even:
    jr $31
