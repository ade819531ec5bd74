;@ title: Absolute value by a branch and by a product
;@ family: absolute value
;@ verdict: equivalent
;@ label-from: proof with z3
;@ note: Both leave -2147483648 as it is.
; The absolute value of $1.
    add $3, $1, $0
    slt $4, $1, $0
    beq $4, $0, done    ; not negative
    sub $3, $0, $1
done:
    jr $31
