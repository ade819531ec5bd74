;@ title: The height of a binary tree in an array
; The tree in the array at $1: node i has its value in a[i], its children's
; indices in a[i + 1] and a[i + 2], or -1. $3 = its height.
    sw $31, -4($30)
    lis $29
    .word 4
    sub $30, $30, $29
    add $20, $1, $0
    add $1, $0, $0
    lis $29
    .word height
    jalr $29
    lis $29
    .word 4
    add $30, $30, $29
    lw $31, -4($30)
    jr $31
height:
    sw $1, -4($30)
    sw $5, -8($30)
    sw $6, -12($30)
    sw $31, -16($30)
    lis $29
    .word 16
    sub $30, $30, $29
    add $3, $0, $0
    slt $7, $1, $0
    bne $7, $0, leave
    add $5, $1, $1
    add $5, $5, $5
    add $5, $5, $20
    lw $1, 4($5)
    lis $29
    .word height
    jalr $29
    add $6, $3, $0
    lw $1, 8($5)
    lis $29
    .word height
    jalr $29
    slt $7, $3, $6
    beq $7, $0, larger
    add $3, $6, $0
larger:
    lis $11
    .word 1
    add $3, $3, $11
leave:
    lis $29
    .word 16
    add $30, $30, $29
    lw $1, -4($30)
    lw $5, -8($30)
    lw $6, -12($30)
    lw $31, -16($30)
    jr $31
