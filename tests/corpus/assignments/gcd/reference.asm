;@ title: The greatest common divisor
; $3 = the greatest common divisor of $1 and $2, both positive, by remainders.
    add $3, $1, $0
    add $4, $2, $0
loop:
    beq $4, $0, done
    divu $3, $4
    add $3, $4, $0
    mfhi $4
    beq $0, $0, loop
done:
    jr $31
