;@ title: A quotient that each round computes, and one before them
;@ family: invariant code
;@ claim: equivalent
;@ slow
; $1 times 1000 / $2, unsigned, by addition. Faults if $2 is 0 and $1 is not.
    lis $4
    .word 1
    lis $5
    .word 1000
    add $3, $0, $0
loop:
    beq $1, $0, done
    divu $5, $2
    mflo $6
    add $3, $3, $6
    sub $1, $1, $4
    beq $0, $0, loop
done:
    jr $31
