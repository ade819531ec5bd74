;@ title: Gcd by division and by subtraction, of 1 to 16
;@ family: gcd
;@ verdict: equivalent
;@ label-from: proof
;@ slow
; The gcd of a = $1 mod 16 + 1 and b = $2 mod 16 + 1, by Euclid's algorithm.
    lis $4
    .word 16
    lis $5
    .word 1
    divu $1, $4
    mfhi $3
    add $3, $3, $5
    divu $2, $4
    mfhi $6
    add $6, $6, $5
loop:
    beq $6, $0, done
    divu $3, $6
    add $3, $6, $0
    mfhi $6
    beq $0, $0, loop
done:
    jr $31
