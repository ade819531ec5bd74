; Five added to each element, by index and by pointer
    lis $14
    .word 4
    sw $14, -56($30)
    lis $16
    .word 5
    sw $16, -64($30)
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
    lw $16, -64($30)
    sub $15, $15, $16
    sw $15, -60($30)
    lw $15, -60($30)
    lw $12, -48($30)
    sw $15, 0($12)
    lw $12, -48($30)
    lw $14, -56($30)
    add $12, $12, $14
    sw $12, -48($30)
    beq $0, $0, again
ready:
    jr $31
