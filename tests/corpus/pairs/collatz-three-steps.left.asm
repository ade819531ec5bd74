;@ title: Three Collatz steps, a loop and written out
;@ family: collatz
;@ verdict: equivalent
;@ label-from: proof
;@ slow
;@ note: Bounded in steps, not in the number: all numbers are proved.
; $1 after three Collatz steps: n/2 if n is even, else 3n + 1.
    lis $4
    .word 2
    lis $5
    .word 1
    lis $6
    .word 3             ; steps left
    add $3, $1, $0
loop:
    divu $3, $4
    mfhi $7
    bne $7, $0, odd
    mflo $3
    beq $0, $0, next
odd:
    add $8, $3, $3
    add $3, $8, $3
    add $3, $3, $5
next:
    sub $6, $6, $5
    bne $6, $0, loop
    jr $31
