;@ title: McCarthy's function with its branch inverted at another bound
;@ family: inverse branch
;@ verdict: disequivalent
;@ witness: 100, 0 -> 91 | 90
;@ label-from: witness
; McCarthy's function of $1: 91 up to 100, and ten less than $1 above.
f:
    sw $31, -4($30)
    lis $10
    .word 4
    sub $30, $30, $10
    lis $5
    .word 100
    slt $6, $5, $1
    beq $6, $0, more
    lis $5
    .word 10
    sub $3, $1, $5
    beq $0, $0, end
more:
    lis $5
    .word 11
    add $1, $1, $5
    lis $7
    .word f
    jalr $7
    add $1, $3, $0
    lis $7
    .word f
    jalr $7
end:
    lis $10
    .word 4
    add $30, $30, $10
    lw $31, -4($30)
    jr $31
