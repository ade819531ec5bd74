;@ title: Primality that misses squares of primes
;@ family: primality
;@ verdict: disequivalent
;@ bug: off by one at a bound
;@ witness: 25, 0 -> 0 | 1
;@ label-from: witness
;@ note: The right program stops before the square root: 25 and 49 pass for
;@   primes.
; 1 if $1 mod 64 is an odd prime, else 0.
    lis $4
    .word 64
    divu $1, $4
    mfhi $1
    lis $6
    .word 2
    add $3, $0, $0
    divu $1, $6
    mfhi $7
    beq $7, $0, done
    lis $8
    .word 3
    slt $7, $1, $8
    bne $7, $0, done
loop:
    mult $8, $8
    mflo $9
    slt $7, $1, $9      ; $8 * $8 > $1
    bne $7, $0, prime
    divu $1, $8
    mfhi $7
    beq $7, $0, done
    add $8, $8, $6
    beq $0, $0, loop
prime:
    lis $3
    .word 1
done:
    jr $31
