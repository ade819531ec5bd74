; $1 * $2 for $2 up to 63, else -1. By doubling and halving.
    lis $3
    .word -1
    lis $4
    .word 63
    sltu $5, $4, $2
    bne $5, $0, done
    lis $6
    .word 2
    lis $7
    .word 1
    lis $8
    .word 5             ; bits
    add $3, $0, $0
loop:
    divu $2, $6
    mflo $2
    mfhi $5
    beq $5, $0, even
    add $3, $3, $1
even:
    add $1, $1, $1
    sub $8, $8, $7
    bne $8, $0, loop
done:
    jr $31
