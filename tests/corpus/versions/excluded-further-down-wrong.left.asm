;@ title: Averages that differ where numbers are negative, which may be
;@ family: arithmetic
;@ verdict: disequivalent
;@ witness: 4294967295, 2 -> 0 | 1
;@ label-from: witness
; The average of two numbers up to 100, and 0 of larger ones.
    lis $4
    .word 2
    add $5, $1, $2
    div $5, $4
    mflo $5
    lis $9
    .word 101
    slt $10, $1, $9
    beq $10, $0, none
    slt $10, $2, $9
    beq $10, $0, none
    add $3, $5, $0
    jr $31
none:
    add $3, $0, $0
    jr $31
