;@ title: McCarthy's function with its branch inverted
;@ family: inverse branch
;@ verdict: equivalent-up-to
;@ out-of-fuel: 2147483648, 0
;@ label-from: proof
;@ by: patterns
;@ note: Figure 4.3 of paper 5 (REVE/mccarthy91 of EqBench). The stack ends the recursion after as
;@   many steps as it has room for.
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
