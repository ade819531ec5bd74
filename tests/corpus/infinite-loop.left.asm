; The sum of 7 and 9; runs forever on any other input.
    lis $4
    .word 7
    bne $1, $4, forever
    lis $5
    .word 9
    bne $2, $5, forever
    add $3, $1, $2
    jr $31
forever:
    beq $0, $0, forever
