;@ title: Maximum of an array, one without a sign
;@ family: array-maximum
;@ claim: differ
;@ witness: len = 2, a[1] = 4294967295
;@ contract: {"array": 64}
; The maximum of an array, by index.
    lis $4
    .word 4
    lis $11
    .word 1
    lw $3, 0($1)
    add $5, $11, $0
loop:
    slt $6, $5, $2
    beq $6, $0, done
    mult $5, $4
    mflo $6
    add $6, $6, $1
    lw $7, 0($6)
    slt $8, $3, $7
    beq $8, $0, next
    add $3, $7, $0
next:
    add $5, $5, $11
    beq $0, $0, loop
done:
    jr $31
