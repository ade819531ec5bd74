;@ title: A procedure takes its arguments in other registers
;@ family: procedures
;@ verdict: equivalent
;@ label-from: proof
;@ by: patterns
; A product and a difference by a procedure.
    sw $31, -4($30)
    lis $10
    .word 4
    sub $30, $30, $10
    lis $7
    .word f
    jalr $7
    add $1, $3, $0
    lis $7
    .word f
    jalr $7
    lis $10
    .word 4
    add $30, $30, $10
    lw $31, -4($30)
    jr $31
f:
    mult $1, $2
    mflo $3
    sub $3, $3, $2
    jr $31
