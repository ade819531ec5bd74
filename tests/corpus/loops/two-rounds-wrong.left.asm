;@ title: Counting by two forgets the last one of many
;@ family: counting
;@ claim: differ
;@ witness: 40001, 0
; 5 * $1 + 1 by counting, unsigned.
    lis $4
    .word 1
    lis $7
    .word 5
    lis $3
    .word 1
loop:
    beq $1, $0, done
    add $3, $3, $7
    sub $1, $1, $4
    beq $0, $0, loop
done:
    jr $31
