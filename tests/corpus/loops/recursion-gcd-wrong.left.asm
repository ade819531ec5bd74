;@ title: Gcd by recursion that ends early where the divisor is 4181
;@ family: recursion-gcd
;@ claim: differ
;@ witness: 17711, 10946
;@ note: Numbers of Fibonacci come by 4181 after several rounds; their gcd is 1.
; The gcd of $1 and $2 modulo 65536, by a loop.
    lis $7
    .word 65536
    divu $2, $7
    mfhi $2
loop:
    beq $2, $0, done
    divu $1, $2
    add $1, $2, $0
    mfhi $2
    beq $0, $0, loop
done:
    add $3, $1, $0
    jr $31
