;@ claim: differ
;@ title: One of three procedures from a table, and branches
;@ family: values
    lis $19
    .word 3
    divu $2, $19
    mfhi $5
    add $20, $5, $5
    add $20, $20, $20
    lis $21
    .word table
    add $20, $20, $21
    lw $7, 0($20)
    add $9, $31, $0
    jalr $7
    add $31, $9, $0
    jr $31
table:
    .word plus
    .word back
    .word minus
plus:
    add $3, $1, $2
    jr $31
minus:
    sub $3, $1, $2
    jr $31
back:
    sub $3, $2, $1
    jr $31
