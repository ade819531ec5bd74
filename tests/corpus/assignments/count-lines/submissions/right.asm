; Compares each byte with -1 and with the newline.
    lis $12
    .word 0xffff0004
    lis $9
    .word -1
    lis $10
    .word 10
    add $3, $0, $0
next:
    lw $5, 0($12)
    beq $5, $9, end
    beq $5, $10, line
    beq $0, $0, next
line:
    sub $3, $3, $9
    beq $0, $0, next
end:
    jr $31
