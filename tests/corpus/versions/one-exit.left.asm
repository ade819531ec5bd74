;@ title: Early returns become one exit
;@ family: jumps
;@ verdict: equivalent
;@ label-from: proof
;@ by: patterns
; A number between two bounds.
    lis $4
    .word 10
    lis $5
    .word 20
    slt $6, $1, $4
    beq $6, $0, notlow
    add $3, $4, $0
    jr $31
notlow:
    slt $6, $5, $1
    beq $6, $0, between
    add $3, $5, $0
    jr $31
between:
    add $3, $1, $0
    jr $31
