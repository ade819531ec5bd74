    lis $5
    .word 12
    sub $30, $30, $5
    sw $1, 0($30)
    sw $2, 4($30)
    lis $5
    .word 5
    sw $5, 8($30)
label1:
    lw $5, 8($30)
    lis $6
    .word 2
    beq $5, $6, label2
    lw $5, 8($30)
    lis $6
    .word 8
    add $5, $5, $6
    sw $5, 8($30)
    beq $0, $0, label1
label2:
    lw $5, 4($30)
out:
    add $3, $5, $0
    lis $5
    .word 12
    add $30, $30, $5
    jr $31
