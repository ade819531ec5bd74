;@ title: Fibonacci that begins with 1, 1
;@ family: fibonacci
;@ verdict: disequivalent
;@ bug: one input only
;@ witness: 0, 3 -> 0 | 1
;@ label-from: witness
;@ note: The right program takes number 0 for number 1.
; Fibonacci number n, where n = $1 mod 32: 0, 1, 1, 2, 3, 5, ...
    lis $4
    .word 32
    divu $1, $4
    mfhi $5
    lis $6
    .word 1
    add $3, $0, $0
    add $7, $6, $0
loop:
    beq $5, $0, done
    add $8, $3, $7
    add $3, $7, $0
    add $7, $8, $0
    sub $5, $5, $6
    beq $0, $0, loop
done:
    jr $31
