;@ title: Conditions in another order, one of which guarded the other
;@ family: conditions
;@ verdict: disequivalent
;@ witness: 0, 0 -> 0 | division-by-zero
;@ label-from: witness
; Whether $2 is not zero and divides $1.
    beq $2, $0, no
    div $1, $2
    mfhi $4
    bne $4, $0, no
    lis $3
    .word 1
    jr $31
no:
    add $3, $0, $0
    jr $31
