; 1000 + 2000 + ... as long as the summand is at most $1, and at most 10000.
    lis $4
    .word 1000
    lis $7
    .word 10000
    add $3, $0, $0
    add $5, $0, $0
loop:
    beq $5, $7, done
    add $5, $5, $4
    sltu $6, $5, $1
    beq $6, $0, done
    add $3, $3, $5
    beq $0, $0, loop
done:
    jr $31
