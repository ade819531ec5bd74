;@ title: Bit count with a signed division
;@ family: bit count
;@ verdict: disequivalent
;@ bug: signed against unsigned
;@ witness: 4294967295, 0 -> 32 | 4294967295
;@ label-from: witness
;@ note: Remainders of a negative number are negative.
; How many of the 32 bits of $1 are 1.
    lis $4
    .word 2
    lis $5
    .word 32
    lis $6
    .word 1
    add $3, $0, $0
loop:
    divu $1, $4
    mflo $1
    mfhi $7
    add $3, $3, $7
    sub $5, $5, $6
    bne $5, $0, loop
    jr $31
