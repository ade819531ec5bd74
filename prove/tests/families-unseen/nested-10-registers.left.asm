;@ claim: equivalent
;@ title: Two loops, one in the other, after another such pair
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
    add $3, $3, $4
    add $11, $11, $4
    beq $0, $0, l3
l4:
    add $10, $10, $4
    beq $0, $0, l1
l2:
    add $10, $0, $0
l5:
    beq $10, $2, l6
    add $11, $0, $0
l7:
    beq $11, $1, l8
    lis $6
    .word 2
    add $3, $3, $6
    add $11, $11, $4
    beq $0, $0, l7
l8:
    add $10, $10, $4
    beq $0, $0, l5
l6:
    jr $31
