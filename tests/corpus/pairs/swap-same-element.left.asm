;@ title: Swap by sums, an element with itself
;@ family: swap
;@ verdict: disequivalent
;@ bug: a case forgotten
;@ witness: 2, 6 -> 30 | 0
;@ label-from: witness
;@ note: By sums in memory, an element that is swapped with itself becomes 0.
; Swaps elements $1 mod 4 and $2 mod 4 of 10, 20, 30, 40; then element 2.
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
    sw $9, 0($6)
    sw $8, 0($7)
    lw $3, 8($5)
    jr $31
array:
    .word 10
    .word 20
    .word 30
    .word 40
