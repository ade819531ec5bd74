;@ title: A remainder as what a product leaves
;@ family: arithmetic
;@ verdict: equivalent
;@ label-from: proof
;@ by: patterns
; The remainder of $1 by 8.
    lis $4
    .word 8
    divu $1, $4
    mfhi $3
    jr $31
