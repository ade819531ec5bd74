    add $4,$1,$2
    lis $5
    .word 2
    divu $4,$5
    mflo $3
    jr $31
