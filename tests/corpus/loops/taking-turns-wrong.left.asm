;@ title: Two numbers take turns, and the other one is the result
;@ family: taking turns
;@ claim: differ
;@ witness: 0, 1
; Until $1 + $2 is 0, modulo 2^32: neither gets smaller in each round, but
; their sum does.
    lis $4
    .word 1
turn:
    add $7, $1, $2
    beq $7, $0, done
    add $5, $1, $0
    add $1, $2, $0
    sub $2, $5, $4
    beq $0, $0, turn
done:
    add $3, $2, $0
    jr $31
