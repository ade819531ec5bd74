;@ title: A call that overwrites an input on one path
;@ family: procedure call
;@ verdict: disequivalent
;@ bug: register or word overwritten
;@ witness: 4294967293, 10 -> 10 | 16
;@ label-from: witness
;@ note: The right program's procedure negates $1 in place, and the caller adds
;@   it once more.
; abs($1) + $1 + $2
    lis $4
    .word 4
    sw $31, -4($30)
    sub $30, $30, $4
    lis $10
    .word abs
    jalr $10
    add $30, $30, $4
    lw $31, -4($30)
    add $3, $3, $1
    add $3, $3, $2
    jr $31
abs:
    add $3, $1, $0
    slt $5, $1, $0
    beq $5, $0, return
    sub $3, $0, $1
return:
    jr $31
