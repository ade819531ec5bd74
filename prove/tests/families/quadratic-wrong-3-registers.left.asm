;@ claim: differ
;@ title: A product plus a number, and by tenths
;@ family: quadratic
;@ contract: {"assume": ["$2 >= 0"]}
    lis $4
    .word 4
    lis $11
    .word 1
    sw $1, -4($30)
    sub $30, $30, $4
    sw $2, -4($30)
    sub $30, $30, $4
    sub $29, $30, $4
    lis $5
    .word 8
    sub $30, $30, $5
    lw $16, 8($29)
    lw $17, 4($29)
    add $3, $16, $0
    add $6, $17, $0
    mult $3, $6
    mflo $3
    add $6, $16, $0
    add $3, $3, $6
    add $30, $29, $4
    add $30, $30, $4
    add $30, $30, $4
    jr $31
