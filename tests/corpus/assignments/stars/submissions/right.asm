; Counts up from 0.
    lis $13
    .word 0xffff000c
    lis $12
    .word 42
    lis $11
    .word 1
    add $6, $0, $0
row:
    slt $7, $6, $1
    beq $7, $0, newline
    sw $12, 0($13)
    add $6, $6, $11
    beq $0, $0, row
newline:
    lis $12
    .word 10
    sw $12, 0($13)
    jr $31
