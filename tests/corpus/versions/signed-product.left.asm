;@ title: The lower half of a signed product as that of an unsigned one
;@ family: arithmetic
;@ verdict: equivalent
;@ label-from: proof
;@ by: patterns
;@ note: What is cut off does not depend on how it was extended (ftok in musl, Figure 6.3 of paper 5).
; A product.
    mult $1, $2
    mflo $3
    jr $31
