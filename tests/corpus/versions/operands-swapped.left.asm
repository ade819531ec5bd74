;@ title: Sums and products with their operands swapped
;@ family: reordered operands
;@ verdict: equivalent
;@ label-from: proof
;@ by: patterns
; A product of sums.
    add $4, $1, $2
    mult $4, $2
    mflo $5
    add $6, $5, $1
    sub $3, $6, $4
    jr $31
