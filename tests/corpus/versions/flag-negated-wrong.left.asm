;@ title: A flag is kept as the opposite order, which is no negation
;@ family: conditions
;@ verdict: disequivalent
;@ witness: 0, 0 -> 2 | 1
;@ label-from: witness
; Once $1 and $2 are gone: by their order, 1 or 2 more than the larger of 0 and their sum.
    slt $4, $1, $2
    add $1, $1, $2
    add $2, $0, $0
    slt $5, $1, $0
    beq $5, $0, positive
    add $1, $0, $0
positive:
    lis $6
    .word 1
    bne $4, $0, less
    add $1, $1, $6
less:
    add $3, $1, $6
    jr $31
