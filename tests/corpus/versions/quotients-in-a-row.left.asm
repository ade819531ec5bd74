;@ title: Two quotients by 10 as one by 100
;@ family: arithmetic
;@ verdict: equivalent
;@ label-from: proof
;@ by: patterns
; The hundreds of $1.
    lis $4
    .word 10
    divu $1, $4
    mflo $5
    divu $5, $4
    mflo $3
    jr $31
