;@ title: A quotient at once and by subtraction
;@ family: quotient
;@ claim: equivalent
;@ slow
; $1 / $2, unsigned, and 0 if $2 is 0.
    add $3, $0, $0
    beq $2, $0, done
    divu $1, $2
    mflo $3
done:
    jr $31
