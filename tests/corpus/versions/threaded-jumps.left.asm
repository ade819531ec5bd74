;@ title: Jumps to jumps go where those lead
;@ family: jumps
;@ verdict: equivalent
;@ label-from: proof
;@ by: patterns
; One of three results, by way of jumps.
    beq $1, $0, a
    beq $2, $0, b
    add $3, $1, $2
    jr $31
a:
    beq $0, $0, c
b:
    beq $0, $0, d
c:
    beq $0, $0, e
d:
    lis $3
    .word 7
    jr $31
e:
    lis $3
    .word 9
    jr $31
