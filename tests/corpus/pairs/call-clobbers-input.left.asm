; abs($1) + $1 + $2
    lis $4
    .word 4
    sw $31, -4($30)
    sub $30, $30, $4
    lis $10
    .word abs
    jalr $10
    add $30, $30, $4
    lw $31, -4($30)
    add $3, $3, $1
    add $3, $3, $2
    jr $31
abs:
    add $3, $1, $0
    slt $5, $1, $0
    beq $5, $0, return
    sub $3, $0, $1
return:
    jr $31
