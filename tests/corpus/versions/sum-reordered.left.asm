;@ title: (a + b) + (c + d) as (a + c) + (b + d)
;@ family: reordered operands
;@ verdict: equivalent
;@ label-from: proof
;@ by: patterns
;@ note: Figure 4.2 of paper 5: no two sums are the same before the last one.
; The sum of two squares and two numbers.
    mult $1, $1
    mflo $4
    mult $2, $2
    mflo $5
    add $6, $1, $2
    add $7, $4, $5
    add $3, $6, $7
    jr $31
