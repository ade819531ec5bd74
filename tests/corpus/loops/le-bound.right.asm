; 7 for each number from 1 to $1, signed, as long as fewer than $1 are done.
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
    beq $0, $0, loop
done:
    jr $31
