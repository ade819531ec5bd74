    lis $5
    .word 20
    sub $30, $30, $5
    sw $1, 0($30)
    sw $2, 4($30)
    lis $5
    .word 0
    sw $5, 8($30)
    lis $5
    .word 0
    sw $5, 12($30)
    lw $5, 12($30)
    lw $6, 0($30)
    beq $5, $6, label1
    lw $5, 4($30)
    lis $6
    .word 10
    divu $5, $6
    mflo $5
    lw $6, 4($30)
    lis $7
    .word 9
    divu $6, $7
    mfhi $6
    add $5, $5, $6
    sw $5, 16($30)
label2:
    lw $5, 8($30)
    lw $6, 16($30)
    add $5, $5, $6
    sw $5, 8($30)
    lw $5, 12($30)
    lis $6
    .word 1
    add $5, $5, $6
    sw $5, 12($30)
    lw $5, 12($30)
    lw $6, 0($30)
    beq $5, $6, label3
    beq $0, $0, label2
label3:
label1:
    lw $5, 8($30)
out:
    add $3, $5, $0
    lis $5
    .word 20
    add $30, $30, $5
    jr $31
