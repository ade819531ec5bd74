;@ claim: equivalent
;@ title: A counter below 2^16, and its multiple
;@ family: kept
    lis $5
    .word 24
    sub $30, $30, $5
    sw $1, 0($30)
    sw $2, 4($30)
    lw $5, 4($30)
    sw $5, 8($30)
    lis $5
    .word 0
    sw $5, 12($30)
    lw $5, 0($30)
    lis $6
    .word 65536
    divu $5, $6
    mfhi $5
    sw $5, 16($30)
    lis $5
    .word 5
    sw $5, 20($30)
label1:
    lw $5, 12($30)
    lw $6, 16($30)
    beq $5, $6, label2
    lw $5, 8($30)
    lw $6, 20($30)
    add $5, $5, $6
    sw $5, 8($30)
    lw $5, 20($30)
    lis $6
    .word 65536
    add $5, $5, $6
    sw $5, 20($30)
    lw $5, 12($30)
    lis $6
    .word 1
    add $5, $5, $6
    sw $5, 12($30)
    beq $0, $0, label1
label2:
    lw $5, 8($30)
out:
    add $3, $5, $0
    lis $5
    .word 24
    add $30, $30, $5
    jr $31
