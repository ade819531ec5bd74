;@ witness: 0, 0
; A mask of one bit walks from the left to the right.
    lis $6
    .word 0x80000000
    lis $2
    .word 2
    lis $13
    .word 0xffff000c
    add $7, $1, $0
bit:
    slt $5, $7, $6
    bne $5, $0, zero
    sub $7, $7, $6
    lis $5
    .word 49
    beq $0, $0, put
zero:
    lis $5
    .word 48
put:
    sw $5, 0($13)
    divu $6, $2
    mflo $6
    bne $6, $0, bit
    lis $10
    .word 10
    sw $10, 0($13)
    jr $31
