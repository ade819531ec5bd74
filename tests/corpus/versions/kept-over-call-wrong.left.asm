;@ title: A word is loaded behind a call in the place of a product
;@ family: procedures
;@ verdict: disequivalent
;@ witness: 1, 2 -> 2 | 1
;@ label-from: witness
; The product, and half of it if the sum is even, in which a procedure is asked for the parity.
    sw $31, -4($30)
    sw $1, -8($30)
    sw $2, -12($30)
    mult $1, $2
    mflo $5
    sw $5, -16($30)
    add $1, $1, $2
    lis $4
    .word 16
    sub $30, $30, $4
    lis $10
    .word parity
    jalr $10
    lis $4
    .word 16
    add $30, $30, $4
    lw $31, -4($30)
    lw $1, -8($30)
    lw $2, -12($30)
    mult $1, $2
    mflo $5
    bne $3, $0, odd
    lis $4
    .word 2
    divu $5, $4
    mflo $5
odd:
    add $3, $5, $0
    jr $31
parity:
    lis $3
    .word 2
    divu $1, $3
    mfhi $3
    jr $31
