;@ claim: differ
;@ title: Stores $2 into element $1 mod 4 of 1, 2, 4, 8; then the sum of all
;@ family: values
    lis $19
    .word 4
    divu $1, $19
    mfhi $5
    add $6, $5, $5
    add $6, $6, $6
    lis $21
    .word cells
    add $6, $6, $21
    sw $2, 0($6)
    add $3, $0, $0
    lw $9, 0($21)
    add $3, $3, $9
    lw $9, 4($21)
    add $3, $3, $9
    lw $9, 8($21)
    add $3, $3, $9
    lw $9, 12($21)
    add $3, $3, $9
    jr $31
cells:
    .word 1
    .word 2
    .word 4
    .word 7
