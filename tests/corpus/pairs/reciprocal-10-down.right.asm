; 2^35 / 10, rounded down, times $1, by 2^35: a tenth of $1. Ten of it are
; taken off.
    lis $4
    .word 0xcccccccc
    multu $1, $4
    mfhi $5
    lis $6
    .word 8
    divu $5, $6
    mflo $5
    lis $6
    .word 10
    multu $5, $6
    mflo $5
    sub $3, $1, $5
    jr $31
