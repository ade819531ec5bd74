; $1 * $1 of a number that is counted up to, unsigned.
    lis $4
    .word 1
    add $5, $0, $0
loop:
    beq $5, $1, done
    add $5, $5, $4
    beq $0, $0, loop
done:
    mult $5, $5
    mflo $3
    jr $31
