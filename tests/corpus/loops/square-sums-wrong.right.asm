; The square root of $1, unsigned, rounded down, by squares.
    lis $4
    .word 1
    add $3, $0, $0
loop:
    add $5, $3, $4
    multu $5, $5
    mflo $6
    sltu $7, $1, $6
    bne $7, $0, done
    add $3, $5, $0
    beq $0, $0, loop
done:
    jr $31
