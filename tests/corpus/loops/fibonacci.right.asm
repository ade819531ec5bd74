; The Fibonacci number $1, modulo 2^32, unsigned.
    lis $4
    .word 1
    add $7, $0, $0
    add $8, $4, $0
loop:
    beq $1, $0, done
    add $8, $7, $8
    sub $7, $8, $7
    sub $1, $1, $4
    beq $0, $0, loop
done:
    add $3, $7, $0
    jr $31
