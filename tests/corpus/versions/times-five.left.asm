;@ title: A product with 5 as sums
;@ family: arithmetic
;@ verdict: equivalent
;@ label-from: proof
;@ by: patterns
;@ note: Figures 4.1 and 6.2 of paper 5: not equal in C, by its overflow; equal here, where words wrap around.
; Half of five times $1 less 2, and 2.
    lis $4
    .word 2
    sub $5, $1, $4
    lis $6
    .word 5
    mult $5, $6
    mflo $5
    div $5, $4
    mflo $5
    add $3, $5, $4
    jr $31
