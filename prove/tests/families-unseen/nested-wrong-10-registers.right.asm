    lis $4
    .word 1
    add $3, $0, $0
    add $10, $1, $0
l1:
    beq $10, $0, l2
    add $11, $2, $0
l3:
    beq $11, $0, l4
    add $3, $3, $4
    sub $11, $11, $4
    beq $0, $0, l3
l4:
    sub $10, $10, $4
    beq $0, $0, l1
l2:
    add $10, $2, $0
l5:
    beq $10, $0, l6
    add $11, $1, $0
l7:
    beq $11, $0, l8
    lis $6
    .word 3
    add $3, $3, $6
    sub $11, $11, $4
    beq $0, $0, l7
l8:
    sub $10, $10, $4
    beq $0, $0, l5
l6:
    jr $31
