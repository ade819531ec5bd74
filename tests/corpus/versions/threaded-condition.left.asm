;@ title: A flag that is set and tested is a jump
;@ family: jumps
;@ verdict: equivalent
;@ label-from: proof
;@ by: patterns
; The larger number, by way of a flag.
    slt $4, $1, $2
    beq $4, $0, no
    lis $5
    .word 1
    beq $0, $0, test
no:
    add $5, $0, $0
test:
    beq $5, $0, first
    add $3, $2, $0
    jr $31
first:
    add $3, $1, $0
    jr $31
