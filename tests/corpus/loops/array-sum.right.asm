; Adds up an array, by pointer, in other registers.
    lis $14
    .word 4
    add $8, $2, $2
    add $8, $8, $8
    add $8, $8, $1
    add $12, $0, $0
loop:
    beq $1, $8, done
    lw $9, 0($1)
    add $12, $9, $12
    add $1, $1, $14
    beq $0, $0, loop
done:
    add $3, $12, $0
    jr $31
