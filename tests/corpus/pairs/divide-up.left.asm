;@ title: Division rounded up, by adding first
;@ family: division
;@ verdict: disequivalent
;@ bug: overflow only
;@ witness: 4294967295, 0 -> 536870912 | 0
;@ label-from: witness
;@ note: $1 + 7 overflows for the seven largest numbers.
; $1 / 8, unsigned and rounded up.
    lis $4
    .word 8
    divu $1, $4
    mflo $3
    mfhi $5
    sltu $5, $0, $5     ; 1 if there is a remainder
    add $3, $3, $5
    jr $31
