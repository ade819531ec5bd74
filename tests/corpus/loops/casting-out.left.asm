;@ title: A remainder by 15 by sums of digits to the base 16
;@ family: casting out
;@ claim: equivalent
;@ slow
; $1 modulo 15, unsigned: that of the sum of its digits to the base 16.
    lis $4
    .word 16
    lis $5
    .word 15
    add $3, $0, $0
digits:
    divu $1, $4
    mfhi $6
    mflo $1
    add $3, $3, $6
    bne $1, $0, digits
    divu $3, $5
    mfhi $3
    jr $31
