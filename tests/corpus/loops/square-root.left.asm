;@ title: A square root by odd numbers and by squares
;@ family: square root
;@ claim: equivalent
;@ slow
; The square root of $1, unsigned, rounded down, by odd numbers.
    lis $4
    .word 1
    lis $5
    .word 2
    add $6, $4, $0
    add $3, $0, $0
loop:
    sltu $7, $1, $6
    bne $7, $0, done
    sub $1, $1, $6
    add $6, $6, $5
    add $3, $3, $4
    beq $0, $0, loop
done:
    jr $31
