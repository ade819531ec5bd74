;@ title: A digital root by sums of digits and modulo 9
;@ family: digital root
;@ claim: equivalent
;@ slow
; The digital root of $1, unsigned, by sums of digits.
    lis $4
    .word 10
    add $3, $1, $0
root:
    sltu $5, $3, $4
    bne $5, $0, done
    add $6, $3, $0
    add $3, $0, $0
digits:
    divu $6, $4
    mfhi $7
    mflo $6
    add $3, $3, $7
    bne $6, $0, digits
    beq $0, $0, root
done:
    jr $31
