;@ title: Two midpoints that do not overflow
;@ family: midpoint
;@ claim: equivalent
;@ slow
; The smaller of $1 and $2, unsigned, by bisection from 0 to $2.
    lis $4
    .word 1
    lis $5
    .word 2
    add $3, $0, $0
loop:
    beq $3, $2, done
    sub $6, $2, $3
    divu $6, $5
    mflo $6
    add $6, $6, $3
    sltu $7, $6, $1
    bne $7, $0, more
    add $2, $6, $0
    beq $0, $0, loop
more:
    add $3, $6, $4
    beq $0, $0, loop
done:
    jr $31
