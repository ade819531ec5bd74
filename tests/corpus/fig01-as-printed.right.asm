; P_2: the same sum, with a store that nobody reads.
    add $4, $1, $1
    lis $5
    .word 42
    sw $4, 0($5)    ; 42 is not a multiple of 4
    add $3, $1, $2
    jr $31
