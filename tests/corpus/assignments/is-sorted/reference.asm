;@ title: Whether an array is sorted
; $3 = 1 if no element of the array is less than the one before it, else 0.
    lis $11
    .word 1
    lis $4
    .word 4
    add $3, $11, $0
    slt $5, $2, $11
    bne $5, $0, done
loop:
    sub $2, $2, $11
    beq $2, $0, done
    lw $6, 0($1)
    lw $7, 4($1)
    add $1, $1, $4
    slt $5, $7, $6
    beq $5, $0, loop
    add $3, $0, $0
done:
    jr $31
