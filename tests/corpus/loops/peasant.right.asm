; $1 * $2, by halving $2 and doubling $1.
    lis $4
    .word 2
    add $3, $0, $0
loop:
    beq $2, $0, done
    divu $2, $4
    mflo $2
    mfhi $5
    beq $5, $0, even
    add $3, $3, $1
even:
    add $1, $1, $1
    beq $0, $0, loop
done:
    jr $31
