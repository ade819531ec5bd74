;@ title: A power of two, and one that stops when it is zero
;@ family: power of two
;@ claim: equivalent
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
