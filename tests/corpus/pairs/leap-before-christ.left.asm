;@ title: Leap year, signed and unsigned
;@ family: leap year
;@ verdict: disequivalent
;@ bug: signed against unsigned
;@ witness: 4294967196, 0 -> 0 | 1
;@ label-from: witness
;@ note: Unsigned, the year -100 is 4294967196, which is a multiple of 4 and
;@   none of 100.
; 1 if $1 is a leap year, else 0. Years before the year 0 are negative.
    add $3, $0, $0
    lis $4
    .word 4
    div $1, $4
    mfhi $5
    bne $5, $0, done
    lis $4
    .word 100
    div $1, $4
    mfhi $5
    bne $5, $0, leap
    lis $4
    .word 400
    div $1, $4
    mfhi $5
    bne $5, $0, done
leap:
    lis $3
    .word 1
done:
    jr $31
