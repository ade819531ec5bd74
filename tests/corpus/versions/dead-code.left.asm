;@ title: Code without effect is left out
;@ family: dead code
;@ verdict: equivalent
;@ label-from: proof
;@ by: patterns
; A sum, with much that nobody reads.
    add $4, $1, $2
    mult $4, $1
    mflo $5
    sw $5, -16($30)
    lw $6, -16($30)
    lis $7
    .word 99
    beq $0, $0, over
    sub $4, $4, $4
over:
    slt $8, $6, $7
    add $3, $4, $0
    jr $31
