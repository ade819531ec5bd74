; k + 2k + 3k + ... as long as the summand is at most $1, for k = 2^27,
; unsigned.
    lis $4
    .word 0x08000000
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
