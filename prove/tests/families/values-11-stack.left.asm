;@ claim: equivalent
;@ title: One of three procedures from a table, and branches
;@ family: values
    lis $19
    .word 3
    sw $19, -76($30)
    lw $19, -76($30)
    divu $2, $19
    mfhi $5
    sw $5, -20($30)
    lw $5, -20($30)
    add $20, $5, $5
    sw $20, -80($30)
    lw $20, -80($30)
    add $20, $20, $20
    sw $20, -80($30)
    lis $21
    .word table
    sw $21, -84($30)
    lw $20, -80($30)
    lw $21, -84($30)
    add $20, $20, $21
    sw $20, -80($30)
    lw $20, -80($30)
    lw $7, 0($20)
    sw $7, -28($30)
    add $9, $31, $0
    sw $9, -36($30)
    lw $7, -28($30)
    jalr $7
    lw $9, -36($30)
    add $31, $9, $0
    jr $31
table:
    .word plus
    .word minus
    .word back
plus:
    add $3, $1, $2
    sw $3, -12($30)
    jr $31
minus:
    sub $3, $1, $2
    sw $3, -12($30)
    jr $31
back:
    sub $3, $2, $1
    sw $3, -12($30)
    jr $31
