; Tests 400 first, then 100, then 4.
    lis $3
    .word 1
    lis $7
    .word 400
    divu $1, $7
    mfhi $5
    beq $5, $0, done
    lis $6
    .word 100
    divu $1, $6
    mfhi $5
    beq $5, $0, no
    lis $4
    .word 4
    divu $1, $4
    mfhi $5
    beq $5, $0, done
no:
    add $3, $0, $0
done:
    jr $31
