;@ witness: 9, 0, 6, 3, 0, -1, 6, 0, -1, -1
; height(node) = 1 + max(height(right), height(left)); $1 = the node's address.
    sw $31, -4($30)
    lis $29
    .word 4
    sub $30, $30, $29
    add $16, $1, $0
    lis $17
    .word 4
    lis $18
    .word -1
    lis $29
    .word tree
    jalr $29
    lis $29
    .word 4
    add $30, $30, $29
    lw $31, -4($30)
    jr $31
tree:
    sw $1, -4($30)
    sw $31, -8($30)
    lis $29
    .word 8
    sub $30, $30, $29
    lw $4, 8($1)
    add $3, $0, $0
    beq $4, $18, noRight
    mult $4, $17
    mflo $4
    add $1, $4, $16
    lis $29
    .word tree
    jalr $29
noRight:
    add $4, $3, $0
    lw $5, 4($30)
    lw $5, 4($5)
    add $3, $0, $0
    beq $5, $18, join
    mult $5, $17
    mflo $5
    add $1, $5, $16
    lis $29
    .word tree
    jalr $29
join:
    slt $6, $3, $4
    beq $6, $0, up
    add $3, $4, $0
up:
    sub $3, $3, $18
    lis $29
    .word 8
    add $30, $30, $29
    lw $1, -4($30)
    lw $31, -8($30)
    jr $31
