; The second number after the seed $1, by the square of the step; plus $2.
    lis $4
    .word 389569705     ; 1664525 * 1664525
    lis $5
    .word 1196435762    ; 1664525 * 1013904223 + 1013904223
    multu $1, $4
    mflo $3
    add $3, $3, $5
    add $3, $3, $2
    jr $31
