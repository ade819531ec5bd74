;@ claim: equivalent
;@ title: A word that is tripled in each round of a square root
;@ family: squares
    lis $5
    .word 24
    sub $30, $30, $5
    sw $1, 0($30)
    sw $2, 4($30)
    lis $5
    .word 0
    sw $5, 8($30)
    lis $5
    .word 0
    sw $5, 12($30)
    lw $5, 0($30)
    sw $5, 16($30)
    lis $5
    .word 1
    sw $5, 20($30)
label1:
    lis $5
    .word 1
    lis $6
    .word 0
    beq $5, $6, label2
    lw $5, 16($30)
    lw $6, 20($30)
    sltu $5, $5, $6
    beq $5, $0, label3
    lw $5, 8($30)
    beq $0, $0, out
label3:
    lw $5, 16($30)
    lw $6, 20($30)
    sub $5, $5, $6
    sw $5, 16($30)
    lw $5, 20($30)
    lis $6
    .word 2
    add $5, $5, $6
    sw $5, 20($30)
    lw $5, 8($30)
    lis $6
    .word 3
    multu $5, $6
    mflo $5
    lw $6, 12($30)
    add $5, $5, $6
    sw $5, 8($30)
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
