;@ title: The length of a linked list in an array
; A list in the array at $1: a value, and the index of the next node, or -1.
; $3 = its length.
    lis $11
    .word 1
    add $5, $0, $0
    add $3, $0, $0
loop:
    slt $6, $5, $0
    bne $6, $0, done
    add $3, $3, $11
    add $5, $5, $5
    add $5, $5, $5
    add $5, $5, $1
    lw $5, 4($5)
    beq $0, $0, loop
done:
    jr $31
