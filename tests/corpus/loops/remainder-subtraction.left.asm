;@ title: A remainder at once and by subtraction
;@ family: remainder
;@ claim: equivalent
;@ slow
; $1 modulo $2, unsigned, and $1 if $2 is 0.
    add $3, $1, $0
    beq $2, $0, done
    divu $1, $2
    mfhi $3
done:
    jr $31
