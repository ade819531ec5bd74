; Ten less than $1 where it is more than 100, else 91.
    lis $4
    .word 101
    slt $5, $1, $4
    bne $5, $0, small
    lis $6
    .word -10
    add $3, $1, $6
    jr $31
small:
    lis $3
    .word 91
    jr $31
