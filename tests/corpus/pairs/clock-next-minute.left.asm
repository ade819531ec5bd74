;@ title: The next minute, by a remainder and by a test
;@ family: clock
;@ verdict: equivalent
;@ label-from: proof
; The minute of the day, 0 to 1439, after $1; -1 if $1 is none.
    lis $3
    .word -1
    lis $4
    .word 1440
    sltu $5, $1, $4
    beq $5, $0, done
    lis $5
    .word 1
    add $5, $1, $5
    divu $5, $4
    mfhi $3
done:
    jr $31
