;@ title: Whether a number is prime
; $3 = 1 if $1 is prime, else 0; tries all numbers below it.
    lis $11
    .word 1
    lis $4
    .word 2
loop:
    beq $4, $1, prime
    div $1, $4
    mfhi $5
    beq $5, $0, composite
    add $4, $4, $11
    beq $0, $0, loop
prime:
    add $3, $11, $0
    jr $31
composite:
    add $3, $0, $0
    jr $31
