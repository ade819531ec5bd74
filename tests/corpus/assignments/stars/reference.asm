;@ title: A row of stars
; Prints $1 stars and a newline; no star if $1 is negative.
    lis $11
    .word 1
    lis $12
    .word 42
    lis $13
    .word 0xffff000c
loop:
    slt $5, $0, $1
    beq $5, $0, done
    sw $12, 0($13)
    sub $1, $1, $11
    beq $0, $0, loop
done:
    lis $10
    .word 10
    sw $10, 0($13)
    jr $31
