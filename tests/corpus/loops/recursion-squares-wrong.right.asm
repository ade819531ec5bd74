; The sum of i * i + $2 for i from 0 to $1 modulo 1000, by recursion.
    lis $4
    .word 1
    lis $7
    .word 1000
    divu $1, $7
    mfhi $1
    lis $10
    .word 12
    lis $11
    .word squares
    add $5, $0, $0
    sub $30, $30, $10
    sw $31, 0($30)
    jalr $11
    lw $31, 0($30)
    add $30, $30, $10
    jr $31

; All from i on: none, or that of i and all from i + 1 on. i in $5.
squares:
    sub $30, $30, $10
    sw $31, 0($30)
    sw $5, 4($30)
    add $3, $0, $0
    lis $8
    .word 986
    beq $5, $8, return
    beq $5, $1, return
    add $5, $5, $4
    jalr $11
    lw $5, 4($30)
    mult $5, $5
    mflo $6
    add $3, $6, $3
    add $3, $2, $3
return:
    lw $31, 0($30)
    add $30, $30, $10
    jr $31
