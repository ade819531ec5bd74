;@ title: A fifth turned round, by div and by a reciprocal below zero
;@ family: division by a constant
;@ verdict: equivalent
;@ label-from: proof
;@ note: All 2^32 words were run through both formulas, by a program apart.
; $1 by -5, signed.
    lis $4
    .word -5
    div $1, $4
    mflo $3
    jr $31
