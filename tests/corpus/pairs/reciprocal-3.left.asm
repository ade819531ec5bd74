;@ title: A third, by divu and by the high word of a product
;@ family: division by a constant
;@ verdict: equivalent
;@ label-from: proof
;@ note: 0xaaaaaaab * 3 is 2^33 + 1, and $1 / 2^33 is below a third:
;@   all 2^32 words were run through both formulas, by a program apart.
; A third of $1, unsigned.
    lis $4
    .word 3
    divu $1, $4
    mflo $3
    jr $31
