; Walks from the end; keeps the index of the last zero that it saw.
    lis $11
    .word 1
    lis $4
    .word 4
    lis $3
    .word -1
    mult $2, $4
    mflo $6
    add $6, $6, $1
back:
    beq $2, $0, end
    sub $2, $2, $11
    sub $6, $6, $4
    lw $5, 0($6)
    bne $5, $0, back
    add $3, $2, $0
    beq $0, $0, back
end:
    jr $31
