; Counts moves in $3 as hanoi(n) makes them: hanoi(n - 1), one, hanoi(n - 1).
    sw $31, -4($30)
    lis $29
    .word 4
    sub $30, $30, $29
    add $3, $0, $0
    lis $29
    .word hanoi
    jalr $29
    lis $29
    .word 4
    add $30, $30, $29
    lw $31, -4($30)
    jr $31
hanoi:
    sw $1, -4($30)
    sw $31, -8($30)
    lis $29
    .word 8
    sub $30, $30, $29
    beq $1, $0, leave
    lis $11
    .word 1
    sub $1, $1, $11
    lis $29
    .word hanoi
    jalr $29
    add $3, $3, $11
    lis $29
    .word hanoi
    jalr $29
leave:
    lis $29
    .word 8
    add $30, $30, $29
    lw $1, -4($30)
    lw $31, -8($30)
    jr $31
