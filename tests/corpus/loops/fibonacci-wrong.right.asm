; The Fibonacci number $1, modulo 2^32, unsigned.
    lis $20
    .word 3000
    lis $21
    .word 1
    lis $4
    .word 1
    add $7, $0, $0
    add $8, $4, $0
loop:
    beq $1, $0, done
    add $8, $7, $8
    sub $7, $8, $7
    sub $1, $1, $4
    bne $1, $20, same
    add $7, $7, $21
same:
    beq $0, $0, loop
done:
    add $3, $7, $0
    jr $31
