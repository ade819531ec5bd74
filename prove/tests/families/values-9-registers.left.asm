;@ claim: equivalent
;@ title: The factorial of $1 mod 7, by a table and by a loop
;@ family: values
    lis $19
    .word 7
    divu $1, $19
    mfhi $5
    add $20, $5, $5
    add $20, $20, $20
    lis $21
    .word values
    add $20, $20, $21
    lw $3, 0($20)
    jr $31
values:
    .word 1
    .word 1
    .word 2
    .word 6
    .word 24
    .word 120
    .word 720
