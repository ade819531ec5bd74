;@ claim: equivalent
;@ family: gcd
;@ contract: {"assume": ["$1 >= 0", "$2 >= 0", "$1 < 1000", "$2 < 1000"]}
    lis $4
    .word 4
    lis $11
    .word 1
    lis $10
    .word f
    sw $31, -4($30)
    sub $30, $30, $4
    jalr $10
    add $30, $30, $4
    lw $31, -4($30)
    jr $31
f:
    bne $2, $0, more
    add $3, $1, $0
    jr $31
more:
    sw $31, -4($30)
    lis $6
    .word 4
    sub $30, $30, $6
    div $1, $2
    add $1, $2, $0
    mfhi $2
    jalr $10
    lis $6
    .word 4
    add $30, $30, $6
    lw $31, -4($30)
    jr $31
