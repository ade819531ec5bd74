;@ title: A seventh with a sign, by div and by a reciprocal of 32 bits
;@ family: division by a constant
;@ verdict: equivalent
;@ label-from: proof
;@ note: All 2^32 words were run through both formulas, by a program apart.
; A seventh of $1, signed.
    lis $4
    .word 7
    div $1, $4
    mflo $3
    jr $31
