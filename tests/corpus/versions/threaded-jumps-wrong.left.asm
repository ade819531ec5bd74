;@ title: A jump to a jump goes where another one leads
;@ family: jumps
;@ verdict: disequivalent
;@ witness: 0, 1 -> 7 | 9
;@ label-from: witness
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
    beq $2, $0, d
d:
    lis $3
    .word 7
    jr $31
