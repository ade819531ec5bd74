    lis $5
    .word 16
    sub $30, $30, $5
    sw $1, 0($30)
    sw $2, 4($30)
    lis $5
    .word 0
    sw $5, 8($30)
    lis $5
    .word 0
    sw $5, 12($30)
label1:
    lw $5, 12($30)
    lis $6
    .word 0
    bne $5, $6, label2
    lw $5, 8($30)
    lw $6, 0($30)
    beq $5, $6, label3
    lw $5, 8($30)
    lis $6
    .word 3
    multu $5, $6
    mflo $5
    lw $6, 4($30)
    bne $5, $6, label4
    lis $5
    .word 1
    sw $5, 12($30)
    beq $0, $0, label5
label4:
    lw $5, 8($30)
    lis $6
    .word 1
    add $5, $5, $6
    sw $5, 8($30)
label5:
    beq $0, $0, label6
label3:
    lis $5
    .word 2
    sw $5, 12($30)
label6:
    beq $0, $0, label1
label2:
    lw $5, 12($30)
    lis $6
    .word 1
    bne $5, $6, label7
    lw $5, 8($30)
    beq $0, $0, out
label7:
    lis $5
    .word 0
    lis $6
    .word 1
    sub $5, $5, $6
out:
    add $3, $5, $0
    lis $5
    .word 16
    add $30, $30, $5
    jr $31
