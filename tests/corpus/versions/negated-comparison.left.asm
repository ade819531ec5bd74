;@ title: Less than 8 as the negation more than -8
;@ family: inverse branch
;@ verdict: equivalent
;@ label-from: proof
;@ by: patterns
;@ note: As bess/bessj0 of EqBench has it; here the number is not negative.
; Twice $1 below 8, $1 from there on, and 2 where it is negative.
    slt $9, $1, $0
    bne $9, $0, other
    lis $4
    .word 8
    slt $5, $1, $4
    beq $5, $0, large
    add $3, $1, $1
    jr $31
large:
    add $3, $1, $0
    jr $31
other:
    lis $3
    .word 2
    jr $31
