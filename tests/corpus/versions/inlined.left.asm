;@ title: A call is replaced by what is called
;@ family: procedures
;@ verdict: equivalent
;@ label-from: proof
;@ by: patterns
; The larger of both numbers, plus the larger of that and 10.
    sw $31, -4($30)
    lis $10
    .word 8
    sub $30, $30, $10
    lis $7
    .word larger
    jalr $7
    sw $3, 0($30)
    add $1, $3, $0
    lis $2
    .word 10
    lis $7
    .word larger
    jalr $7
    lw $4, 0($30)
    add $3, $3, $4
    lis $10
    .word 8
    add $30, $30, $10
    lw $31, -4($30)
    jr $31
larger:
    slt $5, $1, $2
    add $3, $1, $0
    beq $5, $0, back
    add $3, $2, $0
back:
    jr $31
