;@ title: The sum of an array
; $3 = the sum of the array at $1 of length $2.
    lis $11
    .word 1
    lis $4
    .word 4
    add $3, $0, $0
loop:
    beq $2, $0, done
    lw $5, 0($1)
    add $3, $3, $5
    add $1, $1, $4
    sub $2, $2, $11
    beq $0, $0, loop
done:
    jr $31
