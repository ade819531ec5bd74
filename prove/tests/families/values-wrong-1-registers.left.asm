;@ claim: differ
;@ title: The square of $1 mod 8, by a table and by a product
;@ family: values
    lis $19
    .word 8
    divu $1, $19
    mfhi $5
    add $20, $5, $5
    add $20, $20, $20
    lis $21
    .word squares
    add $20, $20, $21
    lw $3, 0($20)
    jr $31
squares:
    .word 0
    .word 1
    .word 4
    .word 9
    .word 16
    .word 25
    .word 35
    .word 49
