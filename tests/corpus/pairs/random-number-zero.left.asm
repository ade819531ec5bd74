; $2 divided by the number after the seed $1: 1664525 * seed + 1013904223. 0 if
; that is 0. Unsigned.
    lis $4
    .word 1664525
    lis $5
    .word 1013904223
    mult $1, $4
    mflo $6
    add $6, $6, $5
    add $3, $0, $0
    beq $6, $0, done
    divu $2, $6
    mflo $3
done:
    jr $31
