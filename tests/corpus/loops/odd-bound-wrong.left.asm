;@ title: Counting by two until a number is passed, signed
;@ family: endless
;@ claim: differ
;@ witness: 0, 1
;@ slow
; Doubles $2 for each second number, until $1 is met.
    lis $4
    .word 2
    add $3, $2, $0
    add $5, $0, $0
loop:
    beq $5, $1, done
    add $3, $3, $3
    add $5, $5, $4
    beq $0, $0, loop
done:
    jr $31
