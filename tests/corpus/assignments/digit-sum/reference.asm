;@ title: The sum of the decimal digits
; $3 = the sum of the decimal digits of $1, which is not negative.
    lis $10
    .word 10
    add $3, $0, $0
    add $4, $1, $0
loop:
    beq $4, $0, done
    div $4, $10
    mfhi $5
    mflo $4
    add $3, $3, $5
    beq $0, $0, loop
done:
    jr $31
