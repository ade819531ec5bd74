;@ title: Fibonacci, one and two steps at a time
;@ family: fibonacci
;@ verdict: equivalent
;@ label-from: proof
;@ note: To number 47, the last that fits in 32 bits.
; Fibonacci number $1, for 0 to 47, else -1.
    lis $3
    .word -1
    lis $4
    .word 48
    sltu $5, $1, $4
    beq $5, $0, done
    lis $6
    .word 1
    add $3, $0, $0
    add $7, $6, $0
loop:
    beq $1, $0, done
    add $8, $3, $7
    add $3, $7, $0
    add $7, $8, $0
    sub $1, $1, $6
    beq $0, $0, loop
done:
    jr $31
