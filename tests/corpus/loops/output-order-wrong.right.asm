; Writes i and i * $2 for i below $1, low bytes, and gives the sum of both.
    lis $4
    .word 1
    lis $8
    .word 0xffff000c
    add $3, $0, $0
    add $5, $0, $0
    add $6, $0, $0
loop:
    beq $5, $1, done
    add $7, $5, $6
    sw $6, 0($8)
    add $3, $3, $7
    sw $5, 0($8)
    add $5, $5, $4
    add $6, $6, $2
    beq $0, $0, loop
done:
    jr $31
