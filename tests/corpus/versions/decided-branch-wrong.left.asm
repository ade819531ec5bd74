;@ title: A branch that an earlier one has not decided is left out
;@ family: dead code
;@ verdict: disequivalent
;@ witness: 1, 1 -> 2 | 0
;@ label-from: witness
; By the order of both numbers, asked twice.
    slt $4, $2, $1
    bne $4, $0, not
    slt $5, $1, $2
    beq $5, $0, same
    sub $3, $2, $1
    jr $31
same:
    add $3, $1, $2
    jr $31
not:
    sub $3, $1, $2
    jr $31
