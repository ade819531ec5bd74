;@ title: A sum by a loop whose counter wraps around
;@ family: sum
;@ verdict: disequivalent
;@ bug: overflow only
;@ witness: 4244967296, 0 -> 2254888448 | 105686784
;@ label-from: witness
;@ note: From 4200000000 on the counter of the left loop passes 2^32 before it
;@   exceeds $1: the loop goes on, and may end later.
; 100000000 + 200000000 + ... as long as the summand is at most $1,
; unsigned.
    lis $4
    .word 100000000
    add $3, $0, $0
    add $5, $4, $0
loop:
    sltu $6, $1, $5
    bne $6, $0, done
    add $3, $3, $5
    add $5, $5, $4
    beq $0, $0, loop
done:
    jr $31
