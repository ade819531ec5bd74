;@ title: Printing a number by a routine of one's own
; Prints $1 in decimal and a newline: digits on the stack, then from the top.
    lis $10
    .word 10
    lis $12
    .word 48
    lis $13
    .word 0xffff000c
    lis $4
    .word 4
    add $14, $30, $0
digit:
    div $1, $10
    mfhi $5
    mflo $1
    add $5, $5, $12
    sw $5, -4($30)
    sub $30, $30, $4
    bne $1, $0, digit
put:
    beq $30, $14, end
    lw $5, 0($30)
    sw $5, 0($13)
    add $30, $30, $4
    beq $0, $0, put
end:
    sw $10, 0($13)
    jr $31
