; $1 mod 16 by $2 mod 16, by division; it stays here for 0.
    lis $4
    .word 16
    divu $1, $4
    mfhi $5
    divu $2, $4
    mfhi $6
never:
    beq $6, $0, never
    divu $5, $6
    mflo $3
    jr $31
