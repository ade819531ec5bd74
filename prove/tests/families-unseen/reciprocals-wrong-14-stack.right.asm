    lis $4
    .word 4
    sw $1, -4($30)
    sub $30, $30, $4
    lw $5, 0($30)
    lis $6
    .word 274877906
    multu $5, $6
    mfhi $7
    lis $9
    .word 64
    divu $7, $9
    mflo $7
    add $3, $7, $0
    add $30, $30, $4
    jr $31
