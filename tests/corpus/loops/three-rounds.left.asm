;@ title: Three rounds at once, and the rest one by one
;@ family: unrolled
;@ claim: equivalent
; From 0 on, twice as much and $2 more, $1 times.
    lis $4
    .word 1
    add $3, $0, $0
loop:
    beq $1, $0, done
    add $3, $3, $3
    add $3, $3, $2
    sub $1, $1, $4
    beq $0, $0, loop
done:
    jr $31
