;@ title: Is it odd? The remainder is 1, or is not 0
;@ family: parity
;@ verdict: disequivalent
;@ bug: signed against unsigned
;@ witness: 4294967293, 0 -> 1 | 0
;@ label-from: witness
;@ note: The signed remainder of a negative odd number is -1.
; 1 if $1 is odd, else 0.
    lis $4
    .word 2
    div $1, $4
    mfhi $5
    sltu $3, $0, $5
    jr $31
