; The mean of $1 and $2, unsigned and rounded down: the smaller one and half of
; the distance.
    lis $4
    .word 2
    sltu $5, $1, $2
    beq $5, $0, second
    sub $6, $2, $1
    divu $6, $4
    mflo $6
    add $3, $1, $6
    jr $31
second:
    sub $6, $1, $2
    divu $6, $4
    mflo $6
    add $3, $2, $6
    jr $31
