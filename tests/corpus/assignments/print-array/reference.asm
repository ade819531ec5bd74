;@ title: Printing the elements of an array
; Prints the elements of the array at $1 of length $2, each in its line.
    .import print
    sw $31, -4($30)
    lis $29
    .word 4
    sub $30, $30, $29
    add $5, $1, $0
    add $6, $2, $0
loop:
    beq $6, $0, done
    lw $1, 0($5)
    lis $29
    .word print
    jalr $29
    lis $4
    .word 4
    add $5, $5, $4
    lis $11
    .word 1
    sub $6, $6, $11
    beq $0, $0, loop
done:
    lis $29
    .word 4
    add $30, $30, $29
    lw $31, -4($30)
    jr $31
