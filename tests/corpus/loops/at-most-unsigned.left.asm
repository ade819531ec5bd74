;@ title: Up to a number, and fewer than one more
;@ family: endless
;@ claim: differ
;@ witness: 4294967295, 0
;@ endless: left
;@ slow
;@ note: No number is above 2^32 - 1; the right program has no round there.
; Adds 3 for each number from 0 on, unsigned, that is at most $1.
    lis $4
    .word 1
    lis $7
    .word 3
    add $3, $0, $0
    add $5, $0, $0
loop:
    sltu $6, $1, $5
    bne $6, $0, done
    add $3, $3, $7
    add $5, $5, $4
    beq $0, $0, loop
done:
    jr $31
