; 2^32 / 3 times $1, by 2^32: a third, rounded down. Below zero it is one less
; than what is truncated.
    lis $4
    .word 0x55555556
    mult $1, $4
    mfhi $3
    slt $4, $1, $0
    add $3, $3, $4
    jr $31
