; 2^34 / 10 times $1, by 2^34: one less where the remainder is below zero, and
; one more where $1 is. Ten of it are taken off.
    lis $4
    .word 0x66666667
    mult $1, $4
    mfhi $5
    lis $6
    .word 4
    div $5, $6
    mflo $5
    mfhi $6
    slt $6, $6, $0
    sub $5, $5, $6
    slt $6, $1, $0
    add $5, $5, $6
    lis $6
    .word 10
    mult $5, $6
    mflo $5
    sub $3, $1, $5
    jr $31
