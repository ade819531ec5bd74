; P_2: the same sum, with a store that nobody reads.
    add $4, $1, $1
    lis $5
    .word 44
    sw $4, 0($5)    ; nobody reads this word
    add $3, $1, $2
    jr $31
