;@ claim: equivalent
;@ title: A count of three loops, one in the other, up and down
;@ family: nested
    lis $4
    .word 1
    add $3, $0, $0
    add $10, $0, $0
l1:
    beq $10, $1, l2
    add $11, $0, $0
l3:
    beq $11, $2, l4
    add $14, $0, $0
l5:
    lis $6
    .word 4
    beq $14, $6, l6
    add $3, $3, $4
    add $14, $14, $4
    beq $0, $0, l5
l6:
    add $11, $11, $4
    beq $0, $0, l3
l4:
    add $10, $10, $4
    beq $0, $0, l1
l2:
    jr $31
