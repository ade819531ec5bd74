; $1 to the power of $2, unsigned, the first round by itself.
    lis $4
    .word 1
    lis $3
    .word 1
    add $3, $1, $0
    beq $2, $0, done
    sub $2, $2, $4
loop:
    beq $2, $0, done
    mult $3, $1
    mflo $3
    sub $2, $2, $4
    beq $0, $0, loop
done:
    jr $31
