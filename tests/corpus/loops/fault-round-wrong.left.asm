;@ title: A divisor that gets zero one round later
;@ family: fault in a round
;@ claim: differ
;@ witness: 0, 0
; 1000 / ($2 - i) for i from 0 to $1, summed up. Faults where that is 0.
    lis $4
    .word 1
    lis $5
    .word 1000
    add $3, $0, $0
loop:
    divu $5, $2
    mflo $6
    add $3, $3, $6
    beq $1, $0, done
    sub $1, $1, $4
    sub $2, $2, $4
    beq $0, $0, loop
done:
    jr $31
