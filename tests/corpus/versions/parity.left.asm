;@ title: Whether a number is odd, by the unsigned remainder
;@ family: arithmetic
;@ verdict: equivalent
;@ label-from: proof
;@ by: blocks
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
