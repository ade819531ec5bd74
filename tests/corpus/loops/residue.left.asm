;@ title: Until a remainder is met, or a number passed
;@ family: endless
;@ claim: differ
;@ witness: 0, 0
;@ endless: left
;@ slow
;@ note: The remainder by 8 stays 1, so that by 4 is never 3.
; Numbers $1 * 8 + 1, and 8 more each round, until one has the remainder 3 by 4.
    lis $4
    .word 8
    lis $6
    .word 4
    lis $7
    .word 3
    lis $8
    .word 1
    mult $1, $4
    mflo $5
    add $5, $5, $8
    add $3, $0, $0
loop:
    divu $5, $6
    mfhi $9
    beq $9, $7, done
    add $3, $3, $8
    add $5, $5, $4
    beq $0, $0, loop
done:
    add $3, $0, $0
    jr $31
