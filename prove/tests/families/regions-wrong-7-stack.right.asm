; An array copied to other memory, and the copy of the last element
    lis $18
    .word 0x80000
    sw $18, -72($30)
    lis $14
    .word 4
    sw $14, -56($30)
    lw $14, -56($30)
    multu $2, $14
    mflo $13
    sw $13, -52($30)
    lw $13, -52($30)
    add $13, $13, $1
    sw $13, -52($30)
    add $12, $1, $0
    sw $12, -48($30)
again:
    lw $12, -48($30)
    lw $13, -52($30)
    beq $12, $13, ready
    lw $12, -48($30)
    lw $15, 0($12)
    sw $15, -60($30)
    lw $15, -60($30)
    lw $18, -72($30)
    sw $15, 0($18)
    lw $18, -72($30)
    lw $14, -56($30)
    add $18, $18, $14
    sw $18, -72($30)
    lw $12, -48($30)
    lw $14, -56($30)
    add $12, $12, $14
    sw $12, -48($30)
    beq $0, $0, again
ready:
    lis $18
    .word 0x80000
    sw $18, -72($30)
    lw $18, -72($30)
    lw $3, 4($18)
    sw $3, -12($30)
    jr $31
