; Whether $1 is negative or $2 is less than 5.
    lis $4
    .word 5
    slt $5, $1, $0
    slt $6, $2, $4
    add $7, $5, $6
    sltu $3, $0, $7
    jr $31
