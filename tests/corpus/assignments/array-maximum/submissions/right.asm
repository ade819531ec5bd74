; Walks from the end to the front.
    lis $4
    .word 4
    add $6, $2, $2
    add $6, $6, $6
    add $6, $6, $1
    lw $3, -4($6)
back:
    sub $6, $6, $4
    slt $7, $6, $1
    bne $7, $0, end
    lw $5, 0($6)
    slt $7, $5, $3
    bne $7, $0, back
    add $3, $5, $0
    beq $0, $0, back
end:
    jr $31
