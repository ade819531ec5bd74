    lis $4
    .word 4
    sw $1, -4($30)
    sub $30, $30, $4
    lw $5, 0($30)
    lis $6
    .word 1717986919
    mult $5, $6
    mfhi $7
    lis $9
    .word 2
    div $7, $9
    mflo $7
    mfhi $8
    slt $8, $8, $0
    sub $7, $7, $8
    slt $8, $7, $0
    add $7, $7, $8
    add $3, $7, $0
    add $30, $30, $4
    jr $31
