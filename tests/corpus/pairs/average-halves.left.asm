;@ title: The mean by halves, and by the distance
;@ family: average
;@ verdict: equivalent
;@ label-from: proof
;@ note: Both are rounded down, and neither overflows.
; The mean of $1 and $2, unsigned and rounded down: halves, and what they lose.
    lis $4
    .word 2
    divu $1, $4
    mflo $5
    mfhi $6
    divu $2, $4
    mflo $7
    mfhi $8
    add $3, $5, $7
    mult $6, $8         ; 1 if both are odd
    mflo $6
    add $3, $3, $6
    jr $31
