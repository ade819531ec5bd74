; 1 + 2 + ... + $1, for $1 >= 0, counting down; 0 for negative numbers.
    lis $4
    .word 1
    add $3, $0, $0
    add $5, $1, $0
loop:
    slt $6, $0, $5
    beq $6, $0, done
    add $3, $3, $5
    sub $5, $5, $4
    beq $0, $0, loop
done:
    jr $31
