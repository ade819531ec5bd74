;@ title: Conditions are put together as numbers
;@ family: conditions
;@ verdict: equivalent
;@ label-from: proof
;@ by: blocks
;@ note: ell/rc of EqBench: `or` for a choice.
; Whether $1 is negative or $2 is less than 5.
    lis $4
    .word 5
    slt $5, $1, $0
    bne $5, $0, yes
    slt $5, $2, $4
    bne $5, $0, yes
    add $3, $0, $0
    jr $31
yes:
    lis $3
    .word 1
    jr $31
