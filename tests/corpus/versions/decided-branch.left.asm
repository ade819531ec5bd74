;@ title: A branch that an earlier one has decided is left out
;@ family: dead code
;@ verdict: equivalent
;@ label-from: proof
;@ by: patterns
; By the order of both numbers, asked twice.
    slt $4, $1, $2
    beq $4, $0, not
    slt $5, $2, $1
    bne $5, $0, never
    sub $3, $2, $1
    jr $31
never:
    add $3, $1, $2
    jr $31
not:
    sub $3, $1, $2
    jr $31
