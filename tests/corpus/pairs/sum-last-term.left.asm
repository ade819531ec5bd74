;@ title: A sum that leaves out its last term
;@ family: sum
;@ verdict: disequivalent
;@ bug: off by one at a bound
;@ witness: 7000, 0 -> 28000 | 21000
;@ label-from: witness
;@ note: They differ where $1 is one of 1000, 2000, ..., 10000.
; 1000 + 2000 + ... as long as the summand is at most $1, and at most 10000.
    lis $4
    .word 1000
    lis $7
    .word 10000
    add $3, $0, $0
    add $5, $0, $0
loop:
    beq $5, $7, done
    add $5, $5, $4
    sltu $6, $1, $5
    bne $6, $0, done
    add $3, $3, $5
    beq $0, $0, loop
done:
    jr $31
