; The absolute value of $1: $1 times its sign, and the sign is
; 1 - 2 * (is $1 negative?).
    slt $4, $1, $0
    add $4, $4, $4
    lis $5
    .word 1
    sub $5, $5, $4
    mult $1, $5
    mflo $3
    jr $31
