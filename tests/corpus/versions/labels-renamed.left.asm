;@ title: Labels are renamed and procedures stand in another order
;@ family: procedures
;@ verdict: equivalent
;@ label-from: proof
;@ by: instructions
; The square and the double of $1, added.
    sw $31, -4($30)
    lis $10
    .word 8
    sub $30, $30, $10
    lis $7
    .word square
    jalr $7
    sw $3, 0($30)
    lis $7
    .word double
    jalr $7
    lw $4, 0($30)
    add $3, $3, $4
    lis $10
    .word 8
    add $30, $30, $10
    lw $31, -4($30)
    jr $31
square:
    mult $1, $1
    mflo $3
    jr $31
double:
    add $3, $1, $1
    jr $31
