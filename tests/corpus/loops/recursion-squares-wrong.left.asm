;@ title: Squares added up by recursion that skips a round late
;@ family: recursion-squares
;@ claim: differ
;@ witness: 987, 5
;@ note: The recursion ends at 986, a round early for larger bounds.
; The sum of i * i + $2 for i from 0 to $1 modulo 1000, by a loop.
    lis $4
    .word 1
    lis $7
    .word 1000
    divu $1, $7
    mfhi $1
    add $5, $0, $0
    add $3, $0, $0
loop:
    beq $5, $1, done
    mult $5, $5
    mflo $6
    add $6, $6, $2
    add $3, $3, $6
    add $5, $5, $4
    beq $0, $0, loop
done:
    jr $31
