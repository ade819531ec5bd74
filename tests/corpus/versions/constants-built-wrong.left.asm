;@ title: A constant that is computed from the other half of a product
;@ family: constants
;@ verdict: disequivalent
;@ witness: 1, 0 -> 0 | 1
;@ label-from: witness
; The sign bit of $1, by a comparison with a constant.
    lis $4
    .word 0x80000000
    sltu $5, $1, $4
    lis $6
    .word 1
    sub $3, $6, $5
    jr $31
