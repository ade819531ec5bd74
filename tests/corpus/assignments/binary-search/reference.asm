;@ title: Binary search in a sorted array
; $3 = 1 if the sorted array at $1 of length $2 has a 7, else 0; looks at all.
    lis $11
    .word 1
    lis $4
    .word 4
    lis $7
    .word 7
    add $3, $0, $0
loop:
    beq $2, $0, done
    lw $5, 0($1)
    add $1, $1, $4
    sub $2, $2, $11
    bne $5, $7, loop
    add $3, $11, $0
done:
    jr $31
