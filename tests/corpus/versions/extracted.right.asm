; The squares of both numbers, and the one of their sum.
    sw $31, -4($30)
    lis $10
    .word 4
    sub $30, $30, $10
    lis $7
    .word square
    jalr $7
    add $4, $3, $0
    add $8, $1, $0
    add $1, $2, $0
    lis $7
    .word square
    jalr $7
    add $5, $3, $0
    add $1, $8, $2
    lis $7
    .word square
    jalr $7
    sub $3, $3, $4
    sub $3, $3, $5
    lis $10
    .word 4
    add $30, $30, $10
    lw $31, -4($30)
    jr $31
square:
    mult $1, $1
    mflo $3
    jr $31
