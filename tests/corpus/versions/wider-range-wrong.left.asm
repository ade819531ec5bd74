;@ title: A check for a narrower range is left out
;@ family: dead code
;@ verdict: disequivalent
;@ witness: 9, 0 -> 7 | 18
;@ label-from: witness
; Twice $1 below 10, 7 else.
    lis $4
    .word 10
    sltu $5, $1, $4
    beq $5, $0, other
    lis $6
    .word 9
    sltu $7, $1, $6
    beq $7, $0, other
    add $3, $1, $1
    jr $31
other:
    lis $3
    .word 7
    jr $31
