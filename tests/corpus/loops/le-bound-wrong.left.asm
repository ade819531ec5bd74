;@ title: Fewer than, but for a round
;@ family: endless
;@ claim: differ
;@ witness: 10000, 0
; 7 for each number from 1 to $1, signed, as long as they are at most $1.
    lis $4
    .word 1
    lis $7
    .word 7
    add $3, $0, $0
    add $5, $4, $0
loop:
    slt $6, $1, $5
    bne $6, $0, done
    add $3, $3, $7
    add $5, $5, $4
    beq $0, $0, loop
done:
    jr $31
