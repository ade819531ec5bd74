    lis $5
    .word 11
    slt $3,$1,$5
    jr $31
