; Turns an array round where it is, by two pointers.
    lis $4
    .word 4
    mult $2, $4
    mflo $5
    add $5, $5, $1
    sub $5, $5, $4
loop:
    slt $7, $1, $5
    beq $7, $0, done
    lw $13, 0($5)
    lw $12, 0($1)
    sw $12, 0($5)
    sw $13, 0($1)
    add $1, $1, $4
    sub $5, $5, $4
    beq $0, $0, loop
done:
    jr $31
