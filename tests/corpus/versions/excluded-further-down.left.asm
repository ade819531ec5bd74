;@ title: Averages that differ only where nobody reads them
;@ family: arithmetic
;@ verdict: equivalent
;@ label-from: proof
;@ by: patterns
;@ note: What Section 6.2 of paper 5 leaves open: values that code further down excludes.
; The average of two numbers from 0 to 99, and 0 of others.
    lis $4
    .word 2
    add $5, $1, $2
    div $5, $4
    mflo $5
    lis $9
    .word 100
    sltu $10, $1, $9
    beq $10, $0, none
    sltu $10, $2, $9
    beq $10, $0, none
    add $3, $5, $0
    jr $31
none:
    add $3, $0, $0
    jr $31
