; -2^33 / 5 times $1, by 2^33: half of all words is added before, so that it can
; be halved without a sign. One is added where that is below zero.
    lis $4
    .word 0x99999999
    mult $1, $4
    mfhi $5
    lis $6
    .word 0x80000000
    add $5, $5, $6
    lis $6
    .word 2
    divu $5, $6
    mflo $5
    lis $6
    .word 0x40000000
    sub $5, $5, $6
    slt $6, $5, $0
    add $3, $5, $6
    jr $31
