;@ title: A check for a wider range is left out
;@ family: dead code
;@ verdict: equivalent
;@ label-from: proof
;@ by: patterns
; Twice $1 below 10, 7 else.
    lis $4
    .word 10
    sltu $5, $1, $4
    beq $5, $0, other
    lis $6
    .word 20
    sltu $7, $1, $6
    beq $7, $0, other
    add $3, $1, $1
    jr $31
other:
    lis $3
    .word 7
    jr $31
