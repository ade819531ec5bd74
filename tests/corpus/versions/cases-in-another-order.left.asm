;@ title: Cases that exclude each other are asked in another order
;@ family: conditions
;@ verdict: equivalent
;@ label-from: proof
;@ by: blocks
; A table of three entries.
    lis $4
    .word 3
    beq $1, $4, three
    lis $4
    .word 5
    beq $1, $4, five
    lis $4
    .word 9
    beq $1, $4, nine
    add $3, $2, $0
    jr $31
three:
    lis $3
    .word 30
    jr $31
five:
    lis $3
    .word 50
    jr $31
nine:
    lis $3
    .word 90
    jr $31
