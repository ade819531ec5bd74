;@ title: A value above the top of the stack
;@ family: stack
;@ verdict: disequivalent
;@ bug: register or word overwritten
;@ witness: 3, 10 -> 13 | 10
;@ label-from: witness
;@ note: The right program does not move $30 below its value, so the procedure
;@   saves $5 over it.
; max($1, $2) + $1, with $1 on the stack during a call.
    lis $4
    .word 4
    lis $10
    .word max
    sw $31, -4($30)
    sub $30, $30, $4
    sw $1, -4($30)
    sub $30, $30, $4
    jalr $10
    add $30, $30, $4
    lw $1, -4($30)
    add $30, $30, $4
    lw $31, -4($30)
    add $3, $3, $1
    jr $31

; The larger of $1 and $2; saves $5.
max:
    sw $5, -4($30)
    slt $5, $1, $2
    add $3, $1, $0
    beq $5, $0, return
    add $3, $2, $0
return:
    lw $5, -4($30)
    jr $31
