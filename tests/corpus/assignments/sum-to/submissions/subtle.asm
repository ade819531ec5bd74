;@ witness: 2, 0
; The formula n (n + 1) / 2.
    lis $11
    .word 1
    add $4, $1, $11
    lis $6
    .word 2
    div $4, $6
    mflo $5
    mult $1, $5
    mflo $3
    jr $31
