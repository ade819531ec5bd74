; Keeps the largest element so far.
    lis $11
    .word 1
    lis $4
    .word 4
    add $3, $11, $0
    lis $8
    .word 0x80000000
next:
    beq $2, $0, end
    lw $6, 0($1)
    slt $5, $6, $8
    bne $5, $0, no
    add $8, $6, $0
    add $1, $1, $4
    sub $2, $2, $11
    beq $0, $0, next
no:
    add $3, $0, $0
end:
    jr $31
