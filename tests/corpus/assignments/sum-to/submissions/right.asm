;@ undecided: a sum in a loop against n (n + 1) / 2: an invariant with a product whose quotient by 2 is exact because it does not overflow below a bound
; The formula n (n + 1) / 2.
    lis $11
    .word 1
    add $4, $1, $11
    mult $1, $4
    mflo $5
    lis $6
    .word 2
    div $5, $6
    mflo $3
    jr $31
