;@ title: Fibonacci numbers, twice recursive
; $3 = fibonacci($1): 0, 1, 1, 2, 3, ... by a loop.
    lis $11
    .word 1
    add $3, $0, $0
    add $5, $11, $0
    add $4, $1, $0
loop:
    beq $4, $0, done
    add $6, $3, $5
    add $3, $5, $0
    add $5, $6, $0
    sub $4, $4, $11
    beq $0, $0, loop
done:
    jr $31
