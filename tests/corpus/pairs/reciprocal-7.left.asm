;@ title: A seventh, by divu and by a reciprocal of 33 bits
;@ family: division by a constant
;@ verdict: equivalent
;@ label-from: proof
;@ note: All 2^32 words were run through both formulas, by a program apart.
; A seventh of $1, unsigned.
    lis $4
    .word 7
    divu $1, $4
    mflo $3
    jr $31
