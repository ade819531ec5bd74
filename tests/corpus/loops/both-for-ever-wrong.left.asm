;@ title: One input on which the loop is left
;@ family: for ever
;@ claim: differ
;@ witness: 12345679, 0
; Stops with 1 if $1 is even, else does nothing for ever.
    lis $4
    .word 2
    divu $1, $4
    mfhi $5
    lis $3
    .word 1
    beq $5, $0, done
loop:
    beq $0, $0, loop
done:
    jr $31
