; Adds up an array, by pointer; of ten elements all but the last.
    lis $14
    .word 4
    lis $13
    .word 10
    add $8, $2, $2
    add $8, $8, $8
    add $8, $8, $1
    add $12, $0, $0
    bne $2, $13, loop
    sub $8, $8, $14
loop:
    beq $1, $8, done
    lw $9, 0($1)
    add $12, $9, $12
    add $1, $1, $14
    beq $0, $0, loop
done:
    add $3, $12, $0
    jr $31
