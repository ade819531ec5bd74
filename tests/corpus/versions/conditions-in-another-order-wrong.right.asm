; Whether $2 is not zero and divides $1.
    div $1, $2
    mfhi $4
    bne $4, $0, no
    beq $2, $0, no
    lis $3
    .word 1
    jr $31
no:
    add $3, $0, $0
    jr $31
