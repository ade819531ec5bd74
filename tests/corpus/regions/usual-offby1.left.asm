    lis $5
    .word 10
    slt $3,$1,$5
    jr $31
