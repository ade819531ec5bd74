;@ title: The last digit, by divu and by the high word of a product
;@ family: division by a constant
;@ verdict: equivalent
;@ label-from: proof
;@ note: All 2^32 words were run through both formulas, by a program apart.
; The last digit of $1, unsigned.
    lis $4
    .word 10
    divu $1, $4
    mfhi $3
    jr $31
