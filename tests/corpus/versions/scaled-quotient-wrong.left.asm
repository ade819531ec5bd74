;@ title: A quotient by 10 as one by 100 of ten times the number
;@ family: arithmetic
;@ verdict: disequivalent
;@ witness: 429496730, 0 -> 42949673 | 0
;@ label-from: witness
;@ note: Ten times the number wraps around.
; The tens of $1.
    lis $4
    .word 10
    divu $1, $4
    mflo $3
    jr $31
