;@ claim: differ
;@ title: Rows modulo 16 and columns modulo 8 counted down, and their number, but not quite
;@ family: nested-wrong
    lis $4
    .word 1
    sw $4, -20($30)
    lis $6
    .word 16
    sw $6, -28($30)
    lw $6, -28($30)
    divu $1, $6
    mfhi $12
    sw $12, -52($30)
    lis $6
    .word 8
    sw $6, -28($30)
    lw $6, -28($30)
    divu $2, $6
    mfhi $13
    sw $13, -56($30)
    add $3, $0, $0
    sw $3, -16($30)
l1:
    lw $12, -52($30)
    beq $12, $0, l2
    lw $13, -56($30)
    add $11, $13, $0
    sw $11, -48($30)
l3:
    lw $11, -48($30)
    beq $11, $0, l4
    lis $6
    .word 9
    sw $6, -28($30)
    lw $3, -16($30)
    lw $6, -28($30)
    add $3, $3, $6
    sw $3, -16($30)
    lw $11, -48($30)
    lw $4, -20($30)
    sub $11, $11, $4
    sw $11, -48($30)
    beq $0, $0, l3
l4:
    lw $12, -52($30)
    lw $4, -20($30)
    sub $12, $12, $4
    sw $12, -52($30)
    beq $0, $0, l1
l2:
    jr $31
