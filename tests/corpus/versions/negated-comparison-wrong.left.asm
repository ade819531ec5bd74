;@ title: Less than 8 as the negation more than -8, of any number
;@ family: inverse branch
;@ verdict: disequivalent
;@ witness: 2147483648, 0 -> 0 | 2147483648
;@ label-from: witness
;@ note: The negation of the least number is that number: what holds of real numbers (bess/bessj0)
;@   does not hold of words.
; Twice $1 below 8, and $1 from there on.
    lis $4
    .word 8
    slt $5, $1, $4
    beq $5, $0, large
    add $3, $1, $1
    jr $31
large:
    add $3, $1, $0
    jr $31
