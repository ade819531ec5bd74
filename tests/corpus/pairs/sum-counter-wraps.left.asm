; 100000000 + 200000000 + ... as long as the summand is at most $1,
; unsigned.
    lis $4
    .word 100000000
    add $3, $0, $0
    add $5, $4, $0
loop:
    sltu $6, $1, $5
    bne $6, $0, done
    add $3, $3, $5
    add $5, $5, $4
    beq $0, $0, loop
done:
    jr $31
