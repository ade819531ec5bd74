;@ title: Gcd that divides before it tests
;@ family: gcd
;@ verdict: disequivalent
;@ bug: fault in one only
;@ witness: 9, 0 -> 9 | division-by-zero
;@ label-from: witness
;@ note: The right program divides by 0 where the second number is 0.
; The gcd of $1 mod 16 and $2 mod 16.
    lis $4
    .word 16
    divu $1, $4
    mfhi $3
    divu $2, $4
    mfhi $6
loop:
    beq $6, $0, done
    divu $3, $6
    add $3, $6, $0
    mfhi $6
    beq $0, $0, loop
done:
    jr $31
