;@ witness: 1000000000, 0
; Nine digits, from the last one.
    lis $10
    .word 10
    lis $11
    .word 1
    lis $6
    .word 9
    add $3, $0, $0
digit:
    divu $1, $10
    mfhi $5
    mflo $1
    add $3, $3, $5
    sub $6, $6, $11
    bne $6, $0, digit
    jr $31
