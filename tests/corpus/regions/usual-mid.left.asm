    sub $4,$2,$1
    lis $5
    .word 2
    divu $4,$5
    mflo $4
    add $3,$1,$4
    jr $31
