;@ title: A third with a sign, by div and by the high word of a product
;@ family: division by a constant
;@ verdict: equivalent
;@ label-from: proof
;@ note: All 2^32 words were run through both formulas, by a program apart.
; A third of $1, signed.
    lis $4
    .word 3
    div $1, $4
    mflo $3
    jr $31
