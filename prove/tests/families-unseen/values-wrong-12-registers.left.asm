;@ claim: differ
;@ title: The Fibonacci number of $1 mod 14, by a table and by a loop
;@ family: values
    lis $19
    .word 14
    divu $1, $19
    mfhi $5
    add $20, $5, $5
    add $20, $20, $20
    lis $21
    .word numbers
    add $20, $20, $21
    lw $3, 0($20)
    jr $31
numbers:
    .word 0
    .word 1
    .word 1
    .word 2
    .word 3
    .word 5
    .word 8
    .word 13
    .word 21
    .word 34
    .word 55
    .word 89
    .word 144
    .word 232
