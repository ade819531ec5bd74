; Remainders by subtraction, at most 40.
    lis $4
    .word 40
    sw $0, -4($30)
    sw $1, -8($30)
loop:
    lw $8, -8($30)
    slt $6, $8, $2
    bne $6, $0, end
    lw $5, -4($30)
    beq $5, $4, end
    sub $8, $8, $2
    sw $8, -8($30)
    lis $7
    .word 1
    add $9, $5, $7
    sw $9, -4($30)
    beq $0, $0, loop
end:
    lw $8, -8($30)
    add $3, $8, $5
    jr $31
