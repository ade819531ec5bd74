;@ title: A signed comparison as an unsigned one of shifted numbers
;@ family: conditions
;@ verdict: equivalent
;@ label-from: proof
;@ by: blocks
; Whether $1 is less than $2.
    slt $4, $1, $2
    beq $4, $0, no
    lis $3
    .word 1
    jr $31
no:
    add $3, $0, $0
    jr $31
