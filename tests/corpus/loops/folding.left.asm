;@ title: A remainder by 3 by counting fours
;@ family: casting out
;@ claim: equivalent
;@ slow
; $1 modulo 3, unsigned: the number of fours in it, and what is left, have
; together the same remainder.
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
    beq $1, $6, done
    add $3, $1, $0
done:
    jr $31
