; From 0 on, twice as much and $2 more, $1 times, three of them at once.
    lis $4
    .word 1
    lis $5
    .word 3
    lis $6
    .word 8
    lis $7
    .word 7
    add $3, $0, $0
    mult $2, $7
    mflo $7
loop:
    sltu $8, $1, $5
    bne $8, $0, rest
    mult $3, $6
    mflo $3
    add $3, $3, $7
    sub $1, $1, $5
    beq $0, $0, loop
rest:
    beq $1, $0, done
    add $3, $3, $3
    add $3, $3, $2
done:
    jr $31
