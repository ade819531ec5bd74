;@ title: Is a sum odd? By the sum and by the summands
;@ family: parity
;@ verdict: equivalent
;@ label-from: proof
; 1 if $1 + $2 is odd, else 0.
    add $4, $1, $2
    lis $5
    .word 2
    divu $4, $5
    mfhi $3
    jr $31
