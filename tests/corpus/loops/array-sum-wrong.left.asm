;@ title: Sum of an array, the last element of ten left out
;@ family: array-sum
;@ claim: differ
;@ witness: len = 10, a[9] = 1
;@ contract: {"array": 64}
; Adds up an array, by index.
    lis $4
    .word 4
    lis $11
    .word 1
    add $5, $0, $0
loop:
    beq $5, $2, done
    mult $5, $4
    mflo $6
    add $6, $6, $1
    lw $7, 0($6)
    add $3, $3, $7
    add $5, $5, $11
    beq $0, $0, loop
done:
    jr $31
