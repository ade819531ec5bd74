;@ title: A division for nothing that faults in round 4,001
;@ family: dead code
;@ claim: differ
;@ witness: 4001, 0
;@ slow
;@ note: The divisor is 8000 - 2 * 4000.
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
