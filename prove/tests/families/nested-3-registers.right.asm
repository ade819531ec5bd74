    lis $4
    .word 1
    lis $6
    .word 32
    divu $1, $6
    mfhi $12
    lis $6
    .word 32
    divu $2, $6
    mfhi $13
    multu $12, $13
    mflo $16
    add $3, $0, $0
    add $14, $0, $0
l1:
    beq $14, $16, l2
    divu $14, $13
    mflo $10
    divu $14, $13
    mfhi $11
    add $3, $3, $3
    add $3, $3, $10
    add $3, $3, $11
    add $14, $14, $4
    beq $0, $0, l1
l2:
    jr $31
