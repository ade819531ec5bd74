; Rows and columns below $1 and $2 modulo 64 mixed into a number.
    lis $4
    .word 1
    lis $5
    .word 64
    divu $1, $5
    mfhi $1
    divu $2, $5
    mfhi $2
    mult $1, $2
    mflo $8
    add $3, $0, $0
    add $9, $0, $0
cells:
    beq $9, $8, done
    divu $9, $1
    mflo $7
    mfhi $6
    add $3, $3, $3
    add $3, $3, $6
    add $3, $3, $7
    add $9, $9, $4
    beq $0, $0, cells
done:
    jr $31
