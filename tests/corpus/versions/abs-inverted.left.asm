;@ title: Absolute value with the branch inverted
;@ family: inverse branch
;@ verdict: equivalent
;@ label-from: proof
;@ by: patterns
; The absolute value of $1.
    slt $4, $1, $0
    beq $4, $0, positive
    sub $3, $0, $1
    jr $31
positive:
    add $3, $1, $0
    jr $31
