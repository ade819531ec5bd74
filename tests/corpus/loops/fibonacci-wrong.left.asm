;@ title: Fibonacci numbers with a slip at the 3,000th
;@ family: fibonacci
;@ claim: differ
;@ witness: 5000, 0
; The Fibonacci number $1, modulo 2^32, unsigned.
    lis $4
    .word 1
    add $3, $0, $0
    add $5, $4, $0
loop:
    beq $1, $0, done
    add $6, $3, $5
    add $3, $5, $0
    add $5, $6, $0
    sub $1, $1, $4
    beq $0, $0, loop
done:
    jr $31
