;@ title: A remainder that is given back one time too early
;@ family: remainder
;@ claim: differ
;@ witness: 0, 2147483649
; $1 modulo $2, unsigned, and $1 if $2 is 0.
    add $3, $1, $0
    beq $2, $0, done
    divu $1, $2
    mfhi $3
done:
    jr $31
