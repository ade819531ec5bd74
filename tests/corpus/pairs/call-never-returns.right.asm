; $2 if $1 is even, else 3 * $2, by a procedure.
    lis $4
    .word 2
    add $3, $2, $0
    divu $1, $4
    mfhi $6
    beq $6, $0, done
    lis $10
    .word triple
    jalr $10
done:
    jr $31
triple:
    add $3, $2, $2
    add $3, $3, $2
    jr $31
