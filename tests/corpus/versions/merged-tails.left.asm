;@ title: What both arms end with is there once
;@ family: jumps
;@ verdict: equivalent
;@ label-from: proof
;@ by: patterns
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
