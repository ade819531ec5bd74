;@ claim: equivalent
;@ title: The outer loop up, the inner one down
;@ family: nested
    lis $4
    .word 1
    add $3, $0, $0
    add $10, $0, $0
l1:
    beq $10, $1, l2
    add $11, $2, $0
l3:
    beq $11, $0, l4
    add $3, $3, $4
    sub $11, $11, $4
    beq $0, $0, l3
l4:
    add $10, $10, $4
    beq $0, $0, l1
l2:
    jr $31
