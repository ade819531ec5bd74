; 1 + 2 + ... + $1, for $1 >= 0, counting down; 0 for negative numbers.
    lis $20
    .word 20000
    lis $21
    .word 1
    lis $4
    .word 1
    add $3, $0, $0
    add $5, $1, $0
loop:
    slt $6, $0, $5
    beq $6, $0, done
    add $3, $3, $5
    sub $5, $5, $4
    bne $5, $20, same
    add $3, $3, $21
same:
    beq $0, $0, loop
done:
    jr $31
