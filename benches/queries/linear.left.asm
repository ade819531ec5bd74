; $3 is 1 for the one solution of two linear equations.
    add $4, $1, $1
    add $4, $4, $2
    lis $5
    .word 1000008
    bne $4, $5, end
    sub $4, $1, $2
    lis $5
    .word 333
    bne $4, $5, end
    lis $3
    .word 1
end:
    jr $31
