;@ title: A divisor by remainders, and by subtraction and swaps
;@ family: gcd by subtraction
;@ claim: equivalent
;@ slow
; The greatest common divisor, unsigned, by remainders.
loop:
    beq $2, $0, done
    divu $1, $2
    add $1, $2, $0
    mfhi $2
    beq $0, $0, loop
done:
    add $3, $1, $0
    jr $31
