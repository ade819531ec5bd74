;@ claim: equivalent
;@ title: Rows modulo 8 and columns modulo 128, and their number counted up
;@ family: nested
    lis $4
    .word 1
    sw $4, -20($30)
    lis $6
    .word 8
    sw $6, -28($30)
    lw $6, -28($30)
    divu $1, $6
    mfhi $12
    sw $12, -52($30)
    lis $6
    .word 128
    sw $6, -28($30)
    lw $6, -28($30)
    divu $2, $6
    mfhi $13
    sw $13, -56($30)
    add $3, $0, $0
    sw $3, -16($30)
    add $10, $0, $0
    sw $10, -44($30)
l1:
    lw $10, -44($30)
    lw $12, -52($30)
    beq $10, $12, l2
    add $11, $0, $0
    sw $11, -48($30)
l3:
    lw $11, -48($30)
    lw $13, -56($30)
    beq $11, $13, l4
    lis $6
    .word 7
    sw $6, -28($30)
    lw $3, -16($30)
    lw $6, -28($30)
    add $3, $3, $6
    sw $3, -16($30)
    lw $11, -48($30)
    lw $4, -20($30)
    add $11, $11, $4
    sw $11, -48($30)
    beq $0, $0, l3
l4:
    lw $10, -44($30)
    lw $4, -20($30)
    add $10, $10, $4
    sw $10, -44($30)
    beq $0, $0, l1
l2:
    jr $31
