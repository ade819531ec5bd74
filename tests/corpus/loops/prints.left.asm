;@ title: Prints until a number is met
;@ family: endless
;@ claim: differ
;@ witness: 1, 0
;@ endless: left
;@ slow
;@ note: The left program prints for ever where $1 is odd.
; A star for each second number until $1 is met.
    lis $4
    .word 2
    lis $7
    .word 0xffff000c
    lis $8
    .word 42
    add $5, $0, $0
loop:
    beq $5, $1, done
    sw $8, 0($7)
    add $5, $5, $4
    beq $0, $0, loop
done:
    jr $31
