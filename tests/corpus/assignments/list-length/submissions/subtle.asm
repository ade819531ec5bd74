;@ witness: 6, 0, 2, 0, 4, -1, -1
; length(node) = 1 + length(next), or 0 at -1.
    sw $31, -4($30)
    lis $29
    .word 4
    sub $30, $30, $29
    add $16, $1, $0
    add $1, $0, $0
    lis $29
    .word length
    jalr $29
    lis $29
    .word 4
    add $30, $30, $29
    lw $31, -4($30)
    jr $31
length:
    sw $31, -4($30)
    lis $29
    .word 4
    sub $30, $30, $29
    add $3, $0, $0
    lis $18
    .word -1
    beq $1, $18, leave
    lis $4
    .word 4
    mult $1, $4
    mflo $5
    add $5, $5, $16
    lw $6, 0($5)
    lw $1, 4($5)
    lis $29
    .word length
    jalr $29
    beq $6, $18, leave
    lis $11
    .word 1
    add $3, $3, $11
leave:
    lis $29
    .word 4
    add $30, $30, $29
    lw $31, -4($30)
    jr $31
