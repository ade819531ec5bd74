; $2 divided by the number after the seed $1: 1664525 * seed + 1013904223.
; Unsigned.
    lis $4
    .word 1664525
    lis $5
    .word 1013904223
    multu $1, $4
    mflo $6
    add $6, $6, $5
    divu $2, $6
    mflo $3
    jr $31
