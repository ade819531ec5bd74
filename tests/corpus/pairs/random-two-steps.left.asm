;@ title: Two steps of a generator at once
;@ family: pseudorandom numbers
;@ verdict: equivalent
;@ label-from: proof
; The second number after the seed $1, where the next number after n is
; 1664525 * n + 1013904223; plus $2.
    lis $4
    .word 1664525
    lis $5
    .word 1013904223
    mult $1, $4
    mflo $3
    add $3, $3, $5
    mult $3, $4
    mflo $3
    add $3, $3, $5
    add $3, $3, $2
    jr $31
