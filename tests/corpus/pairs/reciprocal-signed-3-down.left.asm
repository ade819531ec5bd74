;@ title: A third with a sign that is rounded down below zero
;@ family: division by a constant
;@ verdict: disequivalent
;@ bug: signed against unsigned
;@ witness: 4294967295, 0 -> 0 | 4294967295
;@ label-from: witness
;@ note: They differ on all numbers below zero, and on no others.
; A third of $1, signed.
    lis $4
    .word 3
    div $1, $4
    mflo $3
    jr $31
