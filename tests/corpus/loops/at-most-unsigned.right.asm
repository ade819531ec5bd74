; Adds 3 for each number from 0 on, unsigned, that is below $1 + 1.
    lis $4
    .word 1
    lis $7
    .word 3
    add $3, $0, $0
    add $5, $0, $0
    add $8, $1, $4
loop:
    sltu $6, $5, $8
    beq $6, $0, done
    add $3, $3, $7
    add $5, $5, $4
    beq $0, $0, loop
done:
    jr $31
