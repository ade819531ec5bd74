;@ title: More than 100 as not less than 100
;@ family: inverse branch
;@ verdict: disequivalent
;@ witness: 100, 0 -> 91 | 90
;@ label-from: witness
; Ten less than $1 where it is more than 100, else 91.
    lis $4
    .word 100
    slt $5, $4, $1
    beq $5, $0, small
    lis $6
    .word 10
    sub $3, $1, $6
    jr $31
small:
    lis $3
    .word 91
    jr $31
