;@ claim: differ
;@ title: A signed quotient by 7, and by the upper half of a product
;@ family: reciprocals
    lis $4
    .word 4
    sw $1, -4($30)
    sub $30, $30, $4
    lw $5, 0($30)
    lis $6
    .word 7
    div $5, $6
    mflo $3
    add $30, $30, $4
    jr $31
