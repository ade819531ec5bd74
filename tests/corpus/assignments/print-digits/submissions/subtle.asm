;@ witness: 10, 0
; Recursion: the digits before the last one, then the last one.
    sw $31, -4($30)
    lis $29
    .word 4
    sub $30, $30, $29
    lis $29
    .word show
    jalr $29
    lis $29
    .word 4
    add $30, $30, $29
    lw $31, -4($30)
    lis $13
    .word 0xffff000c
    lis $10
    .word 10
    sw $10, 0($13)
    jr $31
show:
    sw $5, -4($30)
    sw $31, -8($30)
    lis $29
    .word 8
    sub $30, $30, $29
    lis $10
    .word 10
    divu $1, $10
    mfhi $5
    mflo $1
    beq $5, $0, last
    beq $1, $0, last
    lis $29
    .word show
    jalr $29
last:
    lis $12
    .word 48
    add $5, $5, $12
    lis $13
    .word 0xffff000c
    sw $5, 0($13)
    lis $29
    .word 8
    add $30, $30, $29
    lw $5, -4($30)
    lw $31, -8($30)
    jr $31
