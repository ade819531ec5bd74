; Adds $1, $2, 3, 4 and 5 in memory, from the last to the first.
    lis $5
    .word array
    sw $1, 0($5)
    sw $2, 4($5)
    lis $6
    .word 16
    lis $4
    .word 4
    add $6, $5, $6
    add $3, $0, $0
loop:
    lw $7, 0($6)
    add $3, $7, $3
    beq $5, $6, done
    sub $6, $6, $4
    beq $0, $0, loop
done:
    jr $31
array:
    .word 1
    .word 2
    .word 3
    .word 4
    .word 5
