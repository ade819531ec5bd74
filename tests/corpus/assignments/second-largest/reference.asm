;@ title: The second largest element
; $3 = the second largest of the elements of the array; equal ones count twice.
    lis $11
    .word 1
    lis $4
    .word 4
    lis $6
    .word 0x80000000
    add $3, $6, $0
loop:
    beq $2, $0, done
    lw $5, 0($1)
    add $1, $1, $4
    sub $2, $2, $11
    slt $7, $5, $6
    bne $7, $0, second
    add $3, $6, $0
    add $6, $5, $0
    beq $0, $0, loop
second:
    slt $7, $3, $5
    beq $7, $0, loop
    add $3, $5, $0
    beq $0, $0, loop
done:
    jr $31
