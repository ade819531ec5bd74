;@ title: Sign by branches and by two comparisons
;@ family: sign
;@ verdict: equivalent
;@ label-from: proof
; The sign of $1: -1, 0 or 1.
    lis $3
    .word 1
    slt $4, $0, $1
    bne $4, $0, done
    beq $1, $0, zero
    sub $3, $0, $3
    jr $31
zero:
    add $3, $0, $0
done:
    jr $31
