;@ title: Two numbers take turns in getting smaller
;@ family: taking turns
;@ claim: equivalent
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
    add $3, $1, $0
    jr $31
