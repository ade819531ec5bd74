; $1 * $2 added $1 by $1, by a product of the counter and $1 at the end.
    lis $4
    .word 1
    add $5, $0, $0
loop:
    beq $5, $2, done
    add $5, $5, $4
    beq $0, $0, loop
done:
    mult $1, $5
    mflo $3
    lis $20
    .word 30000
    sltu $21, $20, $2
    add $3, $3, $21
    jr $31
