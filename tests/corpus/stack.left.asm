; Pushes the inputs and pops them. Then: 1 for the pair 4, 17, else 0.
    lis $4
    .word 4
    sub $30, $30, $4
    sw $1, 0($30)      ; push $1
    sub $30, $30, $4
    sw $2, 0($30)      ; push $2
    lw $5, 0($30)      ; pop
    add $30, $30, $4
    lw $6, 0($30)      ; pop
    add $30, $30, $4
    add $3, $0, $0
    lis $7
    .word 17
    bne $5, $7, end    ; the second input
    lis $7
    .word 4
    bne $6, $7, end    ; the first input
    lis $3
    .word 1
end:
    jr $31
