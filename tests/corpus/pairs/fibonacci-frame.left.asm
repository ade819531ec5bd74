;@ title: Recursive Fibonacci that loses its first summand
;@ family: fibonacci
;@ verdict: disequivalent
;@ bug: register or word overwritten
;@ witness: 4, 0 -> 3 | 2
;@ label-from: witness
;@ note: The sum of two calls needs a place on the stack for the first result:
;@   from number 4 on it shows.
; Fibonacci number n = $1 mod 8, by a loop.
    lis $4
    .word 8
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
