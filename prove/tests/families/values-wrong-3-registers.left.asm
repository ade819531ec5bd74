;@ claim: differ
;@ title: How many bits of $1 mod 16 are 1, by a table and by halving
;@ family: values
    lis $19
    .word 16
    divu $1, $19
    mfhi $5
    add $20, $5, $5
    add $20, $20, $20
    lis $21
    .word bits
    add $20, $20, $21
    lw $3, 0($20)
    jr $31
bits:
    .word 0
    .word 1
    .word 1
    .word 2
    .word 1
    .word 2
    .word 2
    .word 3
    .word 1
    .word 2
    .word 2
    .word 3
    .word 2
    .word 3
    .word 3
    .word 3
