;@ title: Printing the numbers of a range
; Prints $1, $1 + 1, ... up to $2, each in its line.
    .import print
loop:
    slt $5, $2, $1
    bne $5, $0, done
    sw $31, -4($30)
    lis $29
    .word 4
    sub $30, $30, $29
    lis $29
    .word print
    jalr $29
    lis $29
    .word 4
    add $30, $30, $29
    lw $31, -4($30)
    lis $11
    .word 1
    add $1, $1, $11
    beq $0, $0, loop
done:
    jr $31
