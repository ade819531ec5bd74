; A star for each second number below $1, unsigned.
    lis $4
    .word 2
    lis $7
    .word 0xffff000c
    lis $8
    .word 42
    add $5, $0, $0
loop:
    sltu $6, $5, $1
    beq $6, $0, done
    sw $8, 0($7)
    add $5, $5, $4
    beq $0, $0, loop
done:
    jr $31
