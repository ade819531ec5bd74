;@ title: Power by multiplying and by squaring, exponents to 15
;@ family: power
;@ verdict: equivalent
;@ label-from: proof
;@ note: Each of the 16 exponents gives the same power of $1: equal polynomials
;@   modulo 2^32, of degree 15 at most.
; $1 to the power $2 mod 16, a factor at a time.
    lis $4
    .word 16
    divu $2, $4
    mfhi $5
    lis $6
    .word 1
    add $3, $6, $0
loop:
    beq $5, $0, done
    mult $3, $1
    mflo $3
    sub $5, $5, $6
    beq $0, $0, loop
done:
    jr $31
