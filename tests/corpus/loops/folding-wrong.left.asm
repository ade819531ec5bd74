;@ title: A remainder by 3 that may be 3
;@ family: casting out
;@ claim: differ
;@ witness: 3, 0
;@ slow
; $1 modulo 3, unsigned, but 3 is taken for a remainder.
    lis $4
    .word 1
    lis $5
    .word 4
    lis $6
    .word 3
    add $3, $0, $0
fours:
    sltu $7, $1, $5
    bne $7, $0, fold
    sub $1, $1, $5
    add $3, $3, $4
    beq $0, $0, fours
fold:
    beq $3, $0, last
    add $1, $1, $3
    add $3, $0, $0
    beq $0, $0, fours
last:
    add $3, $1, $0
    jr $31
