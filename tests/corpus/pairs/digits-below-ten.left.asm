;@ title: Digit sum that takes 10 for a digit
;@ family: digit sum
;@ verdict: disequivalent
;@ bug: off by one at a bound
;@ witness: 10, 0 -> 1 | 10
;@ label-from: witness
;@ note: The right program stops at a rest of 10 as if it were one digit: 10,
;@   100 to 109 and so on.
; The sum of the digits of $1 mod 1000.
    lis $4
    .word 1000
    divu $1, $4
    mfhi $5
    lis $4
    .word 10
    add $3, $0, $0
loop:
    slt $7, $5, $4
    bne $7, $0, last
    divu $5, $4
    mfhi $6
    mflo $5
    add $3, $3, $6
    beq $0, $0, loop
last:
    add $3, $3, $5
    jr $31
