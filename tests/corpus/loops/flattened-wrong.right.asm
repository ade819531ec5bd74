; Rows and columns below $1 and $2 modulo 64 mixed into a number.
    lis $4
    .word 1
    lis $5
    .word 64
    divu $1, $5
    mfhi $1
    divu $2, $5
    mfhi $9
    mult $1, $9
    mflo $8
    add $3, $0, $0
    add $6, $0, $0
    add $7, $0, $0
cells:
    beq $8, $0, done
    add $3, $3, $3
    add $3, $3, $6
    add $3, $3, $7
    sub $8, $8, $4
    add $7, $7, $4
    bne $7, $2, cells
    add $6, $6, $4
    add $7, $0, $0
    beq $0, $0, cells
done:
    jr $31
