;@ title: Casting out nines
;@ family: digit sum
;@ verdict: equivalent
;@ label-from: proof
;@ note: A number and the sum of its digits leave the same remainder by 9.
; $1 mod 1000 mod 9.
    lis $4
    .word 1000
    divu $1, $4
    mfhi $3
    lis $4
    .word 9
    divu $3, $4
    mfhi $3
    jr $31
