;@ title: Swap through memory and by sums
;@ family: swap
;@ verdict: equivalent
;@ label-from: proof
; Swaps $1 and $2 through memory, then $1 - 3 * $2.
    sw $1, -4($30)
    sw $2, -8($30)
    lw $1, -8($30)
    lw $2, -4($30)
    lis $4
    .word 3
    mult $2, $4
    mflo $4
    sub $3, $1, $4
    jr $31
