; Writes the low bytes of 0, 1, ... below $1, unsigned.
    lis $20
    .word 100
    lis $21
    .word 1
    lis $4
    .word 1
    lis $8
    .word 0xffff000c
    add $5, $1, $0
loop:
    beq $5, $0, done
    sub $6, $1, $5
    sw $6, 0($8)
    sub $5, $5, $4
    bne $5, $20, same
    add $1, $1, $21
same:
    beq $0, $0, loop
done:
    add $3, $0, $0
    jr $31
