; 2 to the power of $1, unsigned, which is zero from 32 on.
    lis $4
    .word 1
    add $3, $4, $0
loop:
    beq $1, $0, done
    add $3, $3, $3
    beq $3, $0, done
    sub $1, $1, $4
    beq $0, $0, loop
done:
    jr $31
