; 2^34 / 7 is taken for a number below zero, so $1 is added. To shift it by two,
; three is taken off below zero before it is divided by four.
    lis $4
    .word 0x92492493
    mult $1, $4
    mfhi $5
    add $5, $5, $1
    lis $6
    .word 3
    slt $7, $5, $0
    mult $6, $7
    mflo $7
    sub $5, $5, $7
    lis $6
    .word 4
    div $5, $6
    mflo $3
    slt $4, $1, $0
    add $3, $3, $4
    jr $31
