    lis $4
    .word 1
    lis $6
    .word 64
    divu $1, $6
    mfhi $12
    lis $6
    .word 64
    divu $2, $6
    mfhi $13
    multu $12, $13
    mflo $14
    add $3, $0, $0
l1:
    beq $14, $0, l2
    lis $6
    .word 5
    add $3, $3, $6
    sub $14, $14, $4
    beq $0, $0, l1
l2:
    add $3, $3, $4
    jr $31
