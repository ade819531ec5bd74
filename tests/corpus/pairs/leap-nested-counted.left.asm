;@ title: Leap year by branches and by counting
;@ family: leap year
;@ verdict: equivalent
;@ label-from: proof
;@ note: A multiple of 400 is one of 100, and a multiple of 100 is one of 4.
; 1 if $1 is a leap year, else 0.
    add $3, $0, $0
    lis $4
    .word 4
    divu $1, $4
    mfhi $5
    bne $5, $0, done
    lis $4
    .word 100
    divu $1, $4
    mfhi $5
    bne $5, $0, leap
    lis $4
    .word 400
    divu $1, $4
    mfhi $5
    bne $5, $0, done
leap:
    lis $3
    .word 1
done:
    jr $31
