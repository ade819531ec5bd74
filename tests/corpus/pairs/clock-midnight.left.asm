;@ title: A clock that knows a minute 1440
;@ family: clock
;@ verdict: disequivalent
;@ bug: off by one at a bound
;@ witness: 1439, 0 -> 0 | 1440
;@ label-from: witness
;@ note: After 23:59 (minute 1439) the right program says 1440.
; The minute of the day, 0 to 1439, after $1 mod 1440.
    lis $4
    .word 1440
    lis $5
    .word 1
    divu $1, $4
    mfhi $3
    add $3, $3, $5
    bne $3, $4, done
    add $3, $0, $0
done:
    jr $31
