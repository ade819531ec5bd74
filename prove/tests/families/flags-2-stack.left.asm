;@ claim: equivalent
;@ title: A sum that passes a bound
;@ family: flags
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
    lw $5, 8($30)
    lw $6, 0($30)
    beq $5, $6, label2
    lw $5, 4($30)
    lw $6, 12($30)
    sltu $5, $5, $6
    beq $5, $0, label3
    lw $5, 12($30)
    beq $0, $0, out
label3:
    lw $5, 12($30)
    lw $6, 8($30)
    add $5, $5, $6
    sw $5, 12($30)
    lw $5, 8($30)
    lis $6
    .word 1
    add $5, $5, $6
    sw $5, 8($30)
    beq $0, $0, label1
label2:
    lw $5, 8($30)
out:
    add $3, $5, $0
    lis $5
    .word 16
    add $30, $30, $5
    jr $31
