;@ title: The largest element
; $3 = the largest element of the array at $1, whose length $2 is at least 1.
    lis $11
    .word 1
    lis $4
    .word 4
    lw $3, 0($1)
loop:
    sub $2, $2, $11
    beq $2, $0, done
    add $1, $1, $4
    lw $5, 0($1)
    slt $6, $3, $5
    beq $6, $0, loop
    add $3, $5, $0
    beq $0, $0, loop
done:
    jr $31
