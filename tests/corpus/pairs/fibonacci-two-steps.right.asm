; Fibonacci number $1, for 0 to 47, else -1. Two numbers in each round.
    lis $3
    .word -1
    lis $4
    .word 48
    sltu $5, $1, $4
    beq $5, $0, done
    lis $6
    .word 1
    lis $9
    .word 2
    add $3, $0, $0      ; an even number's
    add $7, $6, $0      ; the next one
loop:
    beq $1, $0, done
    beq $1, $6, odd
    add $3, $3, $7
    add $7, $7, $3
    sub $1, $1, $9
    beq $0, $0, loop
odd:
    add $3, $7, $0
done:
    jr $31
