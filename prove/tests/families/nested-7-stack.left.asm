;@ claim: equivalent
;@ title: Rows and columns modulo 16, and one loop that counts up
;@ family: nested
    lis $4
    .word 1
    sw $1, -36($30)
    sw $2, -40($30)
    lw $5, -36($30)
    lis $6
    .word 16
    divu $5, $6
    mfhi $7
    sw $7, -16($30)
    lw $5, -40($30)
    lis $6
    .word 16
    divu $5, $6
    mfhi $7
    sw $7, -20($30)
    add $7, $0, $0
    sw $7, -4($30)
    add $7, $0, $0
    sw $7, -8($30)
l1:
    lw $5, -8($30)
    lw $6, -16($30)
    beq $5, $6, l2
    add $7, $0, $0
    sw $7, -12($30)
l3:
    lw $5, -12($30)
    lw $6, -20($30)
    beq $5, $6, l4
    lw $5, -4($30)
    lw $6, -4($30)
    add $7, $5, $6
    sw $7, -28($30)
    lw $5, -4($30)
    lw $6, -28($30)
    add $7, $5, $6
    sw $7, -4($30)
    lw $5, -4($30)
    lw $6, -12($30)
    add $7, $5, $6
    sw $7, -4($30)
    lw $5, -12($30)
    add $7, $5, $4
    sw $7, -12($30)
    beq $0, $0, l3
l4:
    lw $5, -8($30)
    add $7, $5, $4
    sw $7, -8($30)
    beq $0, $0, l1
l2:
    lw $3, -4($30)
    jr $31
