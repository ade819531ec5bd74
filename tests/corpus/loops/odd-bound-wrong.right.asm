; Doubles $2 for each second number below $1, signed.
    lis $4
    .word 2
    add $3, $2, $0
    add $5, $0, $0
loop:
    slt $6, $1, $5
    bne $6, $0, done
    add $3, $3, $3
    add $5, $5, $4
    beq $0, $0, loop
done:
    jr $31
