; $1 times 5 and 3 more, $2 times, unsigned, by sums.
    lis $4
    .word 1
    lis $7
    .word 3
    add $3, $1, $0
loop:
    beq $2, $0, done
    add $8, $3, $3
    add $8, $8, $8
    add $3, $3, $8
    add $3, $3, $7
    sub $2, $2, $4
    beq $0, $0, loop
done:
    jr $31
