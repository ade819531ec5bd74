;@ title: Conditions of which both have to hold are asked in another order
;@ family: conditions
;@ verdict: equivalent
;@ label-from: proof
;@ by: blocks
;@ note: wcscmp of musl and of diet libc, Figure 6.4 of paper 5.
; Whether $1 is not zero and equal to $2; else their difference.
    beq $1, $0, no
    bne $1, $2, no
    lis $3
    .word 1
    jr $31
no:
    sub $3, $1, $2
    jr $31
