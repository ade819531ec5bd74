    lis $4
    .word 1
    lis $6
    .word 16
    divu $1, $6
    mfhi $12
    lis $6
    .word 8
    divu $2, $6
    mfhi $13
    multu $12, $13
    mflo $16
    add $3, $0, $0
l1:
    beq $16, $0, l2
    lis $6
    .word 9
    add $3, $3, $6
    sub $16, $16, $4
    beq $0, $0, l1
l2:
    jr $31
