;@ title: Power by squaring, the last bit forgotten
;@ family: power
;@ verdict: disequivalent
;@ bug: off by one at a bound
;@ witness: 3, 8 -> 6561 | 1
;@ label-from: witness
;@ note: The right program looks at three bits of the exponent, which has four.
; $1 to the power $2, for exponents 0 to 15, else 0.
    add $3, $0, $0
    lis $4
    .word 16
    sltu $5, $2, $4
    beq $5, $0, done
    lis $6
    .word 1
    add $3, $6, $0
loop:
    beq $2, $0, done
    mult $3, $1
    mflo $3
    sub $2, $2, $6
    beq $0, $0, loop
done:
    jr $31
