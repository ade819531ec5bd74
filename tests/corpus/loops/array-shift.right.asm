; Moves each element to the place before it, by index.
    lis $4
    .word 4
    lis $11
    .word 1
    add $5, $11, $0
loop:
    sltu $6, $5, $2
    beq $6, $0, done
    multu $5, $4
    mflo $8
    add $8, $8, $1
    lw $9, 0($8)
    sw $9, -4($8)
    add $5, $5, $11
    beq $0, $0, loop
done:
    jr $31
