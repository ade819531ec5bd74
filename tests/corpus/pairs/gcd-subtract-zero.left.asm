;@ title: Gcd by subtraction, which never ends for 0
;@ family: gcd
;@ verdict: disequivalent
;@ bug: a case forgotten
;@ witness: 5, 0 -> 5 | runs-for-ever
;@ label-from: witness
;@ note: Where one number is 0 and the other is not, subtraction changes
;@   nothing and runs for ever, and division stops. On all other inputs they
;@   agree.
; The gcd of $1 mod 8 and $2 mod 8, by division.
    lis $4
    .word 8
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
