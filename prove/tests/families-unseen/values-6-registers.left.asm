;@ claim: equivalent
;@ title: The greatest common divisor of $1 mod 16 and 12, by a table and by remainders
;@ family: values
    lis $19
    .word 16
    divu $1, $19
    mfhi $5
    add $20, $5, $5
    add $20, $20, $20
    lis $21
    .word divisors
    add $20, $20, $21
    lw $3, 0($20)
    jr $31
divisors:
    .word 12
    .word 1
    .word 2
    .word 3
    .word 4
    .word 1
    .word 6
    .word 1
    .word 4
    .word 3
    .word 2
    .word 1
    .word 12
    .word 1
    .word 2
    .word 3
