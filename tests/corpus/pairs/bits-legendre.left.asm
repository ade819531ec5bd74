;@ title: Bit count by remainders and by quotients
;@ family: bit count
;@ verdict: equivalent
;@ label-from: proof
;@ note: n less n/2, n/4, n/8 and so on leaves the count of its bits.
; How many of the 32 bits of $1 are 1: the remainders of halving it.
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
