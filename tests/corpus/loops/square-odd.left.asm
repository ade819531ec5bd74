;@ title: A square by odd numbers
;@ family: square
;@ claim: equivalent
; $1 * $1 as a sum of odd numbers, unsigned.
    lis $4
    .word 1
    lis $7
    .word 2
    add $3, $0, $0
    add $5, $4, $0
loop:
    beq $1, $0, done
    add $3, $3, $5
    add $5, $5, $7
    sub $1, $1, $4
    beq $0, $0, loop
done:
    jr $31
