; 7 for each number from 1 to $1, signed, as long as fewer than $1 are done.
    lis $20
    .word 9999
    lis $21
    .word 1
    lis $4
    .word 1
    lis $7
    .word 7
    add $3, $0, $0
    add $5, $0, $0
loop:
    slt $6, $5, $1
    beq $6, $0, done
    add $3, $3, $7
    add $5, $5, $4
    bne $5, $20, same
    add $3, $3, $21
same:
    beq $0, $0, loop
done:
    jr $31
