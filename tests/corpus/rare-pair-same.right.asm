; The sum of the inputs, by heart for the pair 42, 103.
    add $3, $1, $2
    lis $4
    .word 42
    bne $1, $4, end
    lis $5
    .word 103
    bne $2, $5, end
    lis $3
    .word 145    ; 42 + 103
end:
    jr $31
