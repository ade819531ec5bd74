; 1 if $1 is a leap year, else 0.
    add $3, $0, $0
    lis $4
    .word 4
    divu $1, $4
    mfhi $5
    bne $5, $0, done
    lis $4
    .word 100
    divu $1, $4
    mfhi $5
    beq $5, $0, done
    lis $3
    .word 1
done:
    jr $31
