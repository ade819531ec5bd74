; 2^35 / 7 has 33 bits. The high word of $1 times its last 32, and half of
; what that leaves of $1, by 4: a seventh of $1, unsigned.
    lis $4
    .word 0x24924925
    multu $1, $4
    mfhi $5
    sub $6, $1, $5
    lis $7
    .word 2
    divu $6, $7
    mflo $6
    add $6, $6, $5
    lis $7
    .word 4
    divu $6, $7
    mflo $3
    jr $31
