;@ claim: equivalent
;@ title: A search by threes
;@ family: flags
    lis $5
    .word 12
    sub $30, $30, $5
    sw $1, 0($30)
    sw $2, 4($30)
    lis $5
    .word 1
    sw $5, 8($30)
label1:
    lw $5, 8($30)
    lw $6, 0($30)
    sltu $5, $5, $6
    beq $5, $0, label2
    lw $5, 8($30)
    lw $6, 4($30)
    bne $5, $6, label3
    lw $5, 8($30)
    beq $0, $0, out
label3:
    lw $5, 8($30)
    lis $6
    .word 3
    add $5, $5, $6
    sw $5, 8($30)
    beq $0, $0, label1
label2:
    lis $5
    .word 0
out:
    add $3, $5, $0
    lis $5
    .word 12
    add $30, $30, $5
    jr $31
