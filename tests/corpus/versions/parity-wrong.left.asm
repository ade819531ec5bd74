;@ title: Whether a number is odd, by a remainder of 1
;@ family: arithmetic
;@ verdict: disequivalent
;@ witness: 4294967295, 0 -> 1 | 0
;@ label-from: witness
;@ note: The remainder of a negative odd number is -1.
; 1 where $1 is odd, else 0.
    lis $4
    .word 2
    div $1, $4
    mfhi $5
    add $3, $0, $0
    beq $5, $0, even
    lis $3
    .word 1
even:
    jr $31
