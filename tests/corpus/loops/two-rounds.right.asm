; 5 * $1 + 1 by counting, unsigned, two at a time.
    lis $4
    .word 1
    lis $7
    .word 5
    lis $8
    .word 10
    lis $3
    .word 1
loop:
    beq $1, $0, done
    beq $1, $4, last
    add $3, $3, $8
    sub $1, $1, $4
    sub $1, $1, $4
    beq $0, $0, loop
last:
    add $3, $3, $7
done:
    jr $31
