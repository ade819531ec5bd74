;@ title: A fee by brackets, the bound in the wrong one
;@ family: tax
;@ verdict: disequivalent
;@ bug: off by one at a bound
;@ witness: 41725, 0 -> 120 | 275
;@ label-from: witness
;@ note: Only the amount 41725 tells the brackets apart.
; A fee on the amount $1: 120 up to 41725, else 275; 0 for negative amounts.
    add $3, $0, $0
    slt $5, $1, $0
    bne $5, $0, done
    lis $4
    .word 41725
    lis $3
    .word 120
    slt $5, $4, $1
    beq $5, $0, done
    lis $3
    .word 275
done:
    jr $31
