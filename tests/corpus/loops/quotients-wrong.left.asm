;@ title: A quotient by a number that gets zero
;@ family: faults
;@ claim: differ
;@ witness: 7000, 1
; The sum of $2 / i for i from $1 down to 1, unsigned.
    lis $4
    .word 1
    add $3, $0, $0
loop:
    beq $1, $0, done
    divu $2, $1
    mflo $5
    add $3, $3, $5
    sub $1, $1, $4
    beq $0, $0, loop
done:
    jr $31
