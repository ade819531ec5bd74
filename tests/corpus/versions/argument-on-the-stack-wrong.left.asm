;@ title: A procedure takes an argument from the next word of the stack
;@ family: procedures
;@ verdict: disequivalent
;@ witness: 0, 1 -> 1 | 0
;@ label-from: witness
; Three times the first number, and the second one, by a procedure.
    sw $31, -4($30)
    lis $10
    .word 4
    sub $30, $30, $10
    lis $7
    .word f
    jalr $7
    lis $10
    .word 4
    add $30, $30, $10
    lw $31, -4($30)
    jr $31
f:
    add $3, $1, $1
    add $3, $3, $1
    add $3, $3, $2
    jr $31
