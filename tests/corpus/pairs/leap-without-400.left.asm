;@ title: Leap year without the rule of 400
;@ family: leap year
;@ verdict: disequivalent
;@ bug: a case forgotten
;@ witness: 2000, 0 -> 1 | 0
;@ label-from: witness
;@ note: 2000 was a leap year, 1900 was none.
; 1 if $1 is a leap year, else 0.
    add $3, $0, $0
    lis $4
    .word 400
    divu $1, $4
    mfhi $5
    beq $5, $0, leap
    lis $4
    .word 100
    divu $1, $4
    mfhi $5
    beq $5, $0, done
    lis $4
    .word 4
    divu $1, $4
    mfhi $5
    bne $5, $0, done
leap:
    lis $3
    .word 1
done:
    jr $31
