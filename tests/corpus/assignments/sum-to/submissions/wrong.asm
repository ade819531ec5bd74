;@ witness: 1, 0
; The formula n (n + 1) / 2.
    lis $11
    .word 1
    sub $4, $1, $11
    mult $1, $4
    mflo $5
    lis $6
    .word 2
    div $5, $6
    mflo $3
    jr $31
