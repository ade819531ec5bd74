;@ title: A seventh, by a reciprocal that lacks a bit
;@ family: division by a constant
;@ verdict: disequivalent
;@ bug: overflow only
;@ witness: 3435973841, 0 -> 490853405 | 490853406
;@ label-from: witness
;@ note: They agree on all words below 3435973841, and on most of the others.
; A seventh of $1, unsigned.
    lis $4
    .word 7
    divu $1, $4
    mflo $3
    jr $31
