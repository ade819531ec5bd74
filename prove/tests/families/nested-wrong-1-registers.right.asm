    lis $4
    .word 1
    add $3, $0, $0
    add $10, $1, $0
l1:
    beq $10, $0, l2
    add $11, $2, $0
l3:
    beq $11, $0, l4
    lis $6
    .word 2
    add $3, $3, $6
    sub $11, $11, $4
    beq $0, $0, l3
l4:
    sub $10, $10, $4
    beq $0, $0, l1
l2:
    jr $31
