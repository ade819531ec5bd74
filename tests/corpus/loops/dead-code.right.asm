; $1 times $2 more and twice as much, unsigned, with a division for nothing.
    lis $4
    .word 1
    lis $8
    .word 2
    lis $9
    .word 8001
    add $3, $0, $0
loop:
    beq $1, $0, done
    divu $2, $9
    sub $9, $9, $8
    add $3, $3, $2
    mfhi $7
    add $3, $3, $3
    sub $1, $1, $4
    beq $0, $0, loop
done:
    jr $31
