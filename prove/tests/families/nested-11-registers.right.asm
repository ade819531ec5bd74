    lis $4
    .word 1
    lis $6
    .word 8
    divu $1, $6
    mfhi $12
    lis $6
    .word 128
    divu $2, $6
    mfhi $13
    multu $12, $13
    mflo $16
    add $3, $0, $0
    add $14, $0, $0
l1:
    beq $14, $16, l2
    lis $6
    .word 7
    add $3, $3, $6
    add $14, $14, $4
    beq $0, $0, l1
l2:
    jr $31
