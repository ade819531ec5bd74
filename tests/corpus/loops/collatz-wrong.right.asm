; Steps of $1 to 1: half of an even number, three times an odd one and 1 more.
    lis $10
    .word 1
    lis $11
    .word 2
    add $12, $0, $0
loop:
    beq $1, $10, done
    add $12, $12, $10
    divu $1, $11
    mflo $13
    mfhi $14
    bne $14, $0, odd
    add $1, $13, $0
    beq $0, $0, loop
odd:
    add $12, $12, $10
    add $1, $1, $13
    add $1, $1, $10
    beq $0, $0, loop
done:
    add $3, $12, $0
    jr $31
