; A fee on the amount $1: 120 up to 41725, else 275; 0 for negative amounts.
    slt $5, $1, $0
    beq $5, $0, fee
    add $3, $0, $0
    jr $31
fee:
    lis $4
    .word 41725
    slt $5, $1, $4
    bne $5, $0, low
    lis $3
    .word 275
    jr $31
low:
    lis $3
    .word 120
    jr $31
