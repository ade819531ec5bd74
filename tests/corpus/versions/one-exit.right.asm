; A number between two bounds.
    lis $4
    .word 10
    lis $5
    .word 20
    add $3, $1, $0
    slt $6, $1, $4
    bne $6, $0, low
    slt $6, $5, $1
    beq $6, $0, exit
    add $3, $5, $0
    beq $0, $0, exit
low:
    add $3, $4, $0
exit:
    jr $31
