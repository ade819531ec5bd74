; Whether $1 is less than $2.
    lis $5
    .word 0x80000000
    add $6, $1, $5
    add $7, $2, $5
    sltu $3, $6, $7
    jr $31
