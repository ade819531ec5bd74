;@ title: The last digit with its sign, by div and by the high word of a product
;@ family: division by a constant
;@ verdict: equivalent
;@ label-from: proof
;@ note: All 2^32 words were run through both formulas, by a program apart.
; $1 mod 10, with the sign of $1.
    lis $4
    .word 10
    div $1, $4
    mfhi $3
    jr $31
