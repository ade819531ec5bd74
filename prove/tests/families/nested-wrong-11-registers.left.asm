;@ claim: differ
;@ title: Rows modulo 8 and columns modulo 128, and their number counted up, but not quite
;@ family: nested-wrong
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
    add $3, $0, $0
    add $10, $0, $0
l1:
    beq $10, $12, l2
    add $11, $0, $0
l3:
    beq $11, $13, l4
    lis $6
    .word 7
    add $3, $3, $6
    add $11, $11, $4
    beq $0, $0, l3
l4:
    add $10, $10, $4
    beq $0, $0, l1
l2:
    jr $31
