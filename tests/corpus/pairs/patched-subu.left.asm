; $1 plus $2, but $1 less $2 if $2 is -2147483648.
    lis $4
    .word 0x80000000
    beq $2, $4, negative
    add $3, $1, $2
    jr $31
negative:
    sub $3, $1, $2
    jr $31
