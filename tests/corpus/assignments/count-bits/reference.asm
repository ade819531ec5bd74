;@ title: How many bits are 1
; $3 = the number of ones in $1: adds the sign, then shifts to the left.
    lis $11
    .word 1
    lis $4
    .word 32
    add $3, $0, $0
loop:
    slt $5, $1, $0
    add $3, $3, $5
    add $1, $1, $1
    sub $4, $4, $11
    bne $4, $0, loop
    jr $31
