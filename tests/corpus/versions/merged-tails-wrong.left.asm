;@ title: Both arms share an end that needs a register which one does not set
;@ family: jumps
;@ verdict: disequivalent
;@ witness: 0, 0 -> 1 | 0
;@ label-from: witness
; The square of a sum or of a difference, and one more.
    slt $4, $1, $2
    beq $4, $0, other
    sub $5, $2, $1
    mult $5, $5
    mflo $3
    lis $6
    .word 1
    add $3, $3, $6
    jr $31
other:
    add $5, $1, $2
    mult $5, $5
    mflo $3
    lis $6
    .word 1
    add $3, $3, $6
    jr $31
