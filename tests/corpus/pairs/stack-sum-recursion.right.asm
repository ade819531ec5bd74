; 1 + 2 + ... + n, where n = $1 mod 16: n * (n + 1) / 2.
    lis $4
    .word 16
    divu $1, $4
    mfhi $5
    lis $6
    .word 1
    add $6, $5, $6
    mult $5, $6
    mflo $3
    lis $4
    .word 2
    div $3, $4
    mflo $3
    jr $31
