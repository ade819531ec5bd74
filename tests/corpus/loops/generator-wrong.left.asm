;@ title: A generator that slips after 1,000 rounds
;@ family: generator
;@ claim: differ
;@ witness: 7, 2001
; $1 times 5 and 3 more, $2 times, unsigned.
    lis $4
    .word 1
    lis $7
    .word 3
    add $3, $1, $0
loop:
    beq $2, $0, done
    lis $8
    .word 5
    mult $3, $8
    mflo $3
    add $3, $3, $7
    sub $2, $2, $4
    beq $0, $0, loop
done:
    jr $31
