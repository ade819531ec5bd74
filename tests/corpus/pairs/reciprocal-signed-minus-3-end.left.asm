;@ title: A third turned round, by a reciprocal that is too large at the end
;@ family: division by a constant
;@ verdict: disequivalent
;@ bug: one input only
;@ witness: 2147483648, 0 -> 715827882 | 715827883
;@ label-from: witness
;@ note: They differ on -2^31 alone. All 2^32 words were run through both
;@   formulas, by a program apart.
; $1 by -3, signed.
    lis $4
    .word -3
    div $1, $4
    mflo $3
    jr $31
