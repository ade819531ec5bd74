; 100000000 + 200000000 + ... as long as the summand is at most $1,
; unsigned: counts them, and takes n * (n + 1) * 50000000.
    lis $4
    .word 100000000
    divu $1, $4
    mflo $5
    lis $6
    .word 1
    add $6, $5, $6
    mult $5, $6
    mflo $5
    lis $6
    .word 50000000
    mult $5, $6
    mflo $3
    jr $31
