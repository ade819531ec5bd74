;@ title: A division that is never used and never faults
;@ family: dead code
;@ claim: equivalent
; $1 times $2 more and twice as much, unsigned.
    lis $4
    .word 1
    add $3, $0, $0
loop:
    beq $1, $0, done
    add $3, $3, $2
    add $3, $3, $3
    sub $1, $1, $4
    beq $0, $0, loop
done:
    jr $31
