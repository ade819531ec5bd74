; The values 3 * i * i + 5 * i + 7 for i below $1 added to $2.
    lis $4
    .word 1
    lis $5
    .word 6
    lis $6
    .word 8
    lis $7
    .word 7
    add $3, $2, $0
loop:
    beq $1, $0, done
    add $3, $3, $7
    add $7, $7, $6
    add $6, $6, $5
    sub $1, $1, $4
    beq $0, $0, loop
done:
    jr $31
