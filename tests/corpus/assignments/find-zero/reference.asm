;@ title: The index of the first zero
; $3 = the index of the first 0 in the array at $1 of length $2, or -1.
    lis $11
    .word 1
    lis $4
    .word 4
    add $3, $0, $0
loop:
    beq $3, $2, none
    lw $5, 0($1)
    beq $5, $0, done
    add $1, $1, $4
    add $3, $3, $11
    beq $0, $0, loop
none:
    lis $3
    .word -1
done:
    jr $31
