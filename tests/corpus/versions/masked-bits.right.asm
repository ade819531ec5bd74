; The second byte of $1 where the first bits of $2 are not zero, else $1.
    lis $4
    .word 0x1000000
    sltu $5, $2, $4
    bne $5, $0, whole
    lis $8
    .word 256
    divu $1, $8
    mflo $7
    divu $7, $8
    mfhi $3
    jr $31
whole:
    add $3, $1, $0
    jr $31
