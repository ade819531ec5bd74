;@ title: A power of two that stops when it is negative
;@ family: power of two
;@ claim: differ
;@ witness: 32, 0
;@ slow
; 2 to the power of $1, unsigned.
    lis $4
    .word 1
    add $3, $4, $0
loop:
    beq $1, $0, done
    add $3, $3, $3
    sub $1, $1, $4
    beq $0, $0, loop
done:
    jr $31
