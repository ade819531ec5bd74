;@ claim: equivalent
;@ title: The greatest common divisor, by remainders in turn and by subtraction from the greater one
;@ family: congruence
;@ note: the right loop ends when one word is 0, so the sum is the other word
    lis $4
    .word 4
    lis $11
    .word 1
    sw $1, -4($30)
    sub $30, $30, $4
    sw $2, -4($30)
    sub $30, $30, $4
    sub $29, $30, $4
    lw $3, 4($29)
    lis $6
    .word 0
    bne $3, $6, endif1
    lw $3, 8($29)
    beq $0, $0, return
endif1:
loop2:
    lw $3, 8($29)
    lw $6, 4($29)
    divu $3, $6
    mfhi $3
    sw $3, 8($29)
    lw $3, 8($29)
    lis $6
    .word 0
    bne $3, $6, endif3
    lw $3, 4($29)
    beq $0, $0, return
endif3:
    lw $3, 4($29)
    lw $6, 8($29)
    divu $3, $6
    mfhi $3
    sw $3, 4($29)
    lw $3, 4($29)
    lis $6
    .word 0
    bne $3, $6, endif4
    lw $3, 8($29)
    beq $0, $0, return
endif4:
    beq $0, $0, loop2
return:
    add $30, $29, $4
    add $30, $30, $4
    add $30, $30, $4
    jr $31
