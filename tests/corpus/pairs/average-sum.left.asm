; The mean of $1 and $2, signed and not negative; 0 if one is negative.
    add $3, $0, $0
    slt $4, $1, $0
    bne $4, $0, done
    slt $4, $2, $0
    bne $4, $0, done
    lis $5
    .word 2
    add $6, $1, $2
    divu $6, $5
    mflo $3
done:
    jr $31
