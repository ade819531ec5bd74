;@ title: Digits by two kinds of remainder
;@ family: digits
;@ claim: equivalent
; The sum of the decimal digits of $1, unsigned.
    lis $4
    .word 10
    add $3, $0, $0
loop:
    beq $1, $0, done
    divu $1, $4
    mfhi $5
    mflo $1
    add $3, $3, $5
    beq $0, $0, loop
done:
    jr $31
