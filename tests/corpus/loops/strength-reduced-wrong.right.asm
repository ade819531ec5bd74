; The sum of 12 * i for i from 0 below $1, the summand counted along.
    lis $20
    .word 10000
    lis $21
    .word 1
    lis $4
    .word 1
    lis $7
    .word 12
    add $3, $0, $0
    add $5, $0, $0
    add $8, $0, $0
loop:
    sltu $6, $5, $1
    beq $6, $0, done
    add $3, $3, $8
    add $8, $8, $7
    add $5, $5, $4
    bne $5, $20, same
    add $8, $8, $21
same:
    beq $0, $0, loop
done:
    jr $31
