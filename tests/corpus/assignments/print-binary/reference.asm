;@ title: Printing a number in binary
; Prints the 32 bits of $1, the highest one first, and a newline.
    lis $11
    .word 1
    lis $12
    .word 48
    lis $13
    .word 0xffff000c
    lis $4
    .word 32
loop:
    slt $5, $1, $0
    add $5, $5, $12
    sw $5, 0($13)
    add $1, $1, $1
    sub $4, $4, $11
    bne $4, $0, loop
    lis $10
    .word 10
    sw $10, 0($13)
    jr $31
