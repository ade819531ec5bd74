;@ title: The sum of the values of a tree
; The tree in the array at $1 as in tree-height. $3 = the sum of its values.
    sw $31, -4($30)
    lis $29
    .word 4
    sub $30, $30, $29
    add $20, $1, $0
    add $1, $0, $0
    add $3, $0, $0
    lis $29
    .word sum
    jalr $29
    lis $29
    .word 4
    add $30, $30, $29
    lw $31, -4($30)
    jr $31
sum:
    sw $1, -4($30)
    sw $5, -8($30)
    sw $31, -12($30)
    lis $29
    .word 12
    sub $30, $30, $29
    slt $7, $1, $0
    bne $7, $0, leave
    add $5, $1, $1
    add $5, $5, $5
    add $5, $5, $20
    lw $7, 0($5)
    add $3, $3, $7
    lw $1, 4($5)
    lis $29
    .word sum
    jalr $29
    lw $1, 8($5)
    lis $29
    .word sum
    jalr $29
leave:
    lis $29
    .word 12
    add $30, $30, $29
    lw $1, -4($30)
    lw $5, -8($30)
    lw $31, -12($30)
    jr $31
