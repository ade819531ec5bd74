;@ title: A procedure of a flag becomes two
;@ family: procedures
;@ verdict: equivalent
;@ label-from: proof
;@ by: patterns
; A product or a sum, by a flag.
    sw $31, -4($30)
    lis $10
    .word 8
    sub $30, $30, $10
    lis $5
    .word 1
    lis $7
    .word f
    jalr $7
    sw $3, 0($30)
    add $5, $0, $0
    lis $7
    .word f
    jalr $7
    lw $4, 0($30)
    sub $3, $3, $4
    lis $10
    .word 8
    add $30, $30, $10
    lw $31, -4($30)
    jr $31
f:
    beq $5, $0, sum
    mult $1, $2
    mflo $3
    jr $31
sum:
    add $3, $1, $2
    jr $31
