; Writes the low byte of $2 $1 times, unsigned, counting up.
    lis $4
    .word 1
    lis $8
    .word 0xffff000c
    add $5, $0, $0
loop:
    beq $5, $1, done
    sw $2, 0($8)
    add $5, $5, $4
    beq $0, $0, loop
done:
    add $3, $0, $0
    jr $31
