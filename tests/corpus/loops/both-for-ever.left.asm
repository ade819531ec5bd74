;@ title: Both run for ever on the same inputs
;@ family: for ever
;@ claim: equivalent
; Stops with 1 if $1 is even, else counts for ever.
    lis $4
    .word 2
    divu $1, $4
    mfhi $5
    lis $3
    .word 1
    beq $5, $0, done
loop:
    add $3, $3, $4
    beq $0, $0, loop
done:
    jr $31
