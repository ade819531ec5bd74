;@ claim: equivalent
;@ title: Rows modulo 16 and columns modulo 8 counted down, and their number
;@ family: nested
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
    add $3, $0, $0
l1:
    beq $12, $0, l2
    add $11, $13, $0
l3:
    beq $11, $0, l4
    lis $6
    .word 9
    add $3, $3, $6
    sub $11, $11, $4
    beq $0, $0, l3
l4:
    sub $12, $12, $4
    beq $0, $0, l1
l2:
    jr $31
