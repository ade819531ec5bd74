;@ title: Counting down by four to zero, or below
;@ family: endless
;@ claim: differ
;@ witness: 1, 0
;@ endless: left
;@ slow
;@ note: From no multiple of 4 the left loop never meets 0.
; Adds $2 for each four below $1, until 0 is met.
    lis $4
    .word 4
    add $3, $0, $0
    add $5, $1, $0
loop:
    beq $5, $0, done
    add $3, $3, $2
    sub $5, $5, $4
    beq $0, $0, loop
done:
    jr $31
