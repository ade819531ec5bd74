; Whether $1 is not zero and equal to $2; else their difference.
    bne $1, $2, no
    beq $1, $0, no
    lis $3
    .word 1
    jr $31
no:
    sub $3, $1, $2
    jr $31
