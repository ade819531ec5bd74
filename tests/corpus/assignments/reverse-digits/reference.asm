;@ title: A number read backwards
; $3 = the decimal digits of $1 in the other order.
    lis $10
    .word 10
    add $3, $0, $0
loop:
    beq $1, $0, done
    div $1, $10
    mfhi $5
    mflo $1
    mult $3, $10
    mflo $3
    add $3, $3, $5
    beq $0, $0, loop
done:
    jr $31
