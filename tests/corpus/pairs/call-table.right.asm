; $1 and $2 added, subtracted or multiplied, as $1 mod 3 is 0, 1 or 2.
    lis $4
    .word 3
    divu $1, $4
    mfhi $5
    lis $6
    .word 1
    beq $5, $6, minus
    beq $5, $0, plus
    multu $2, $1
    mflo $3
    jr $31
plus:
    add $3, $2, $1
    jr $31
minus:
    sub $3, $1, $2
    jr $31
