;@ title: Differences whose first one is wrong
;@ family: differences
;@ claim: differ
;@ witness: 2, 0
;@ slow
; The values 3 * i * i + 5 * i + 7 for i below $1 added to $2.
    lis $4
    .word 1
    lis $5
    .word 3
    lis $6
    .word 5
    lis $7
    .word 7
    add $3, $2, $0
    add $8, $0, $0
loop:
    beq $8, $1, done
    mult $8, $5
    mflo $9
    add $9, $9, $6
    mult $9, $8
    mflo $9
    add $9, $9, $7
    add $3, $3, $9
    add $8, $8, $4
    beq $0, $0, loop
done:
    jr $31
