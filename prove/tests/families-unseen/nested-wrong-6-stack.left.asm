;@ claim: differ
;@ title: The outer loop up, the inner one down, but not quite
;@ family: nested-wrong
    lis $4
    .word 1
    sw $1, -36($30)
    sw $2, -40($30)
    add $7, $0, $0
    sw $7, -4($30)
    add $7, $0, $0
    sw $7, -8($30)
l1:
    lw $5, -8($30)
    lw $6, -36($30)
    beq $5, $6, l2
    lw $5, -40($30)
    add $7, $5, $0
    sw $7, -12($30)
l3:
    lw $5, -12($30)
    beq $5, $0, l4
    lw $5, -4($30)
    add $7, $5, $4
    sw $7, -4($30)
    lw $5, -12($30)
    sub $7, $5, $4
    sw $7, -12($30)
    beq $0, $0, l3
l4:
    lw $5, -8($30)
    add $7, $5, $4
    sw $7, -8($30)
    beq $0, $0, l1
l2:
    lw $3, -4($30)
    jr $31
