; P_2: counts to 42, and then adds the counter as well.
    add $4, $0, $0    ; the counter
    lis $5
    .word 1
    lis $6
    .word 42
loop:
    add $4, $4, $5
    slt $7, $4, $6
    bne $7, $0, loop    ; while the counter is below 42
    add $3, $1, $2
    add $3, $3, $4
    jr $31
