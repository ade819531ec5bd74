;@ title: Primality that takes 1 for a prime
;@ family: primality
;@ verdict: disequivalent
;@ bug: one input only
;@ witness: 1, 5 -> 0 | 1
;@ label-from: witness
;@ note: 1 has no divisor between 2 and itself, and is no prime.
; 1 if $1 is a prime, for numbers to 30, else 0.
    add $3, $0, $0
    lis $4
    .word 31
    sltu $5, $1, $4
    beq $5, $0, done
    lis $6
    .word 2
    slt $5, $1, $6
    bne $5, $0, done
    lis $7
    .word 1
loop:
    beq $6, $1, prime
    divu $1, $6
    mfhi $5
    beq $5, $0, done
    add $6, $6, $7
    beq $0, $0, loop
prime:
    lis $3
    .word 1
done:
    jr $31
