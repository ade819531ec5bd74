;@ title: Primality by all divisors and by odd ones, to 63
;@ family: primality
;@ verdict: equivalent
;@ label-from: proof
; 1 if $1 mod 64 is a prime, else 0. Divides by 2, 3, 4, ...
    lis $4
    .word 64
    divu $1, $4
    mfhi $1
    lis $5
    .word 1
    lis $6
    .word 2
    add $3, $0, $0
    slt $7, $1, $6
    bne $7, $0, done    ; 0 and 1 are none
    add $8, $6, $0
loop:
    beq $8, $1, prime
    divu $1, $8
    mfhi $7
    beq $7, $0, done
    add $8, $8, $5
    beq $0, $0, loop
prime:
    add $3, $5, $0
done:
    jr $31
