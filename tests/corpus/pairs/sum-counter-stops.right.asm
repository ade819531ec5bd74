; k + 2k + 3k + ... as long as the summand is at most
; $1 mod 2^31, for k = 2^27, unsigned: counts them, and takes
; n * (n + 1) * k / 2.
    lis $7
    .word 0x80000000
    divu $1, $7
    mfhi $1
    lis $4
    .word 0x08000000
    divu $1, $4
    mflo $5
    lis $6
    .word 1
    add $6, $5, $6
    mult $5, $6
    mflo $5
    lis $6
    .word 0x04000000
    mult $5, $6
    mflo $3
    jr $31
