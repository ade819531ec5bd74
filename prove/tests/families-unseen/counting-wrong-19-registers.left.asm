;@ claim: differ
;@ title: A power by a loop of halves, against a loop that counts up
;@ family: counting
;@ contract: {"assume": ["$1 < 1000"]}
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
    .word 16
    sub $30, $30, $5
    lw $16, 8($29)
    lw $17, 4($29)
    lis $3
    .word 1
    add $18, $3, $0
    lis $3
    .word 0
    add $19, $3, $0
while1:
    add $3, $19, $0
    add $6, $16, $0
    slt $3, $3, $6
    beq $3, $0, endwhile2
    add $3, $18, $0
    add $6, $17, $0
    mult $3, $6
    mflo $3
    add $18, $3, $0
    add $3, $19, $0
    lis $6
    .word 1
    add $3, $3, $6
    add $19, $3, $0
    beq $0, $0, while1
endwhile2:
    add $3, $18, $0
    add $30, $29, $4
    add $30, $30, $4
    add $30, $30, $4
    jr $31
