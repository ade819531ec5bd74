;@ title: A stack machine and registers
;@ family: stack
;@ verdict: equivalent
;@ label-from: proof
; $1 $2 + $1 $2 - * in postfix notation, on a stack.
    lis $4
    .word 4
    sub $30, $30, $4    ; push $1, push $2
    sw $1, 0($30)
    sub $30, $30, $4
    sw $2, 0($30)
    lw $6, 0($30)       ; +
    add $30, $30, $4
    lw $5, 0($30)
    add $5, $5, $6
    sw $5, 0($30)
    sub $30, $30, $4    ; push $1, push $2
    sw $1, 0($30)
    sub $30, $30, $4
    sw $2, 0($30)
    lw $6, 0($30)       ; -
    add $30, $30, $4
    lw $5, 0($30)
    sub $5, $5, $6
    sw $5, 0($30)
    lw $6, 0($30)       ; *
    add $30, $30, $4
    lw $5, 0($30)
    mult $5, $6
    mflo $5
    sw $5, 0($30)
    lw $3, 0($30)       ; pop
    add $30, $30, $4
    jr $31
