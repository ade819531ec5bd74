;@ title: Constants that are computed
;@ family: constants
;@ verdict: equivalent
;@ label-from: proof
;@ by: patterns
; A linear function with a test against a constant.
    lis $4
    .word 1000
    lis $5
    .word -1
    mult $1, $4
    mflo $6
    slt $7, $6, $4
    add $3, $6, $5
    beq $7, $0, end
    sub $3, $3, $4
end:
    jr $31
