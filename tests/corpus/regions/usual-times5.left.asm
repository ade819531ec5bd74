    lis $5
    .word 5
    mult $1,$5
    mflo $6
    slt $3,$6,$0
    jr $31
