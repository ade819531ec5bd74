;@ title: Registers are saved by the callee instead of the caller
;@ family: procedures
;@ verdict: equivalent
;@ label-from: proof
;@ by: patterns
; A sum that lives across a call.
    add $4, $1, $2
    sw $31, -4($30)
    sw $4, -8($30)
    lis $10
    .word 8
    sub $30, $30, $10
    lis $7
    .word f
    jalr $7
    lis $10
    .word 8
    add $30, $30, $10
    lw $31, -4($30)
    lw $4, -8($30)
    add $3, $3, $4
    jr $31
f:
    mult $1, $1
    mflo $4
    sub $3, $4, $2
    jr $31
