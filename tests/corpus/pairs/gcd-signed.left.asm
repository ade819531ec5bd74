;@ title: One step of Euclid, div and divu
;@ family: gcd
;@ verdict: disequivalent
;@ bug: signed against unsigned
;@ witness: 4294967289, 4 -> 1 | 4294967293
;@ label-from: witness
;@ note: They differ for a negative number: -7 mod 4 is -3 signed, and 1
;@   unsigned.
; One step of Euclid's algorithm: $1 mod $2, and $1 if $2 is 0.
    add $3, $1, $0
    beq $2, $0, done
    divu $1, $2
    mfhi $3
done:
    jr $31
