;@ title: Fibonacci by a loop and by recursion, to 9
;@ family: fibonacci
;@ verdict: equivalent
;@ label-from: proof
; Fibonacci number n = $1 mod 10: 0, 1, 1, 2, 3, 5, ...
    lis $4
    .word 10
    divu $1, $4
    mfhi $5
    lis $6
    .word 1
    add $3, $0, $0      ; the number, and the next one in $7
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
