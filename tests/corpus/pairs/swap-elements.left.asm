;@ title: Swap two elements of an array
;@ family: swap
;@ verdict: equivalent
;@ label-from: proof
;@ note: Loads through addresses that the inputs choose.
; Swaps elements $1 mod 4 and $2 mod 4 of 10, 20, 30, 40; then the first
; element less the last one.
    lis $4
    .word 4
    lis $5
    .word array
    divu $1, $4
    mfhi $6
    mult $6, $4
    mflo $6
    add $6, $6, $5
    divu $2, $4
    mfhi $7
    mult $7, $4
    mflo $7
    add $7, $7, $5
    lw $8, 0($6)
    lw $9, 0($7)
    sw $8, 0($7)
    sw $9, 0($6)
    lw $8, 0($5)
    lw $9, 12($5)
    sub $3, $8, $9
    jr $31
array:
    .word 10
    .word 20
    .word 30
    .word 40
