;@ title: The last digit, by a reciprocal that is rounded down
;@ family: division by a constant
;@ verdict: disequivalent
;@ bug: off by one at a bound
;@ witness: 10, 0 -> 0 | 10
;@ label-from: witness
;@ note: They differ on the multiples of 10, other than zero.
; The last digit of $1, unsigned.
    lis $4
    .word 10
    divu $1, $4
    mfhi $3
    jr $31
