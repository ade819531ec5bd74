;@ title: A tenth with a sign, by a shift that truncates
;@ family: division by a constant
;@ verdict: disequivalent
;@ bug: signed against unsigned
;@ witness: 4294967295, 0 -> 0 | 1
;@ label-from: witness
;@ note: They differ on 1646404130 words, all of them below zero.
; A tenth of $1, signed.
    lis $4
    .word 10
    div $1, $4
    mflo $3
    jr $31
