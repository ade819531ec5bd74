    lis $5
    .word 2
    add $3,$1,$2
    div $3,$5
    mflo $3
    jr $31
