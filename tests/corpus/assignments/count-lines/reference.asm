;@ title: How many lines a text has
; $3 = the number of newlines in the input.
    lis $12
    .word 0xffff0004
    lis $11
    .word 1
    lis $10
    .word 10
    add $3, $0, $0
loop:
    lw $5, 0($12)
    slt $6, $5, $0
    bne $6, $0, done
    bne $5, $10, loop
    add $3, $3, $11
    beq $0, $0, loop
done:
    jr $31
