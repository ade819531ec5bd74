;@ witness: 0, 0, 0, 0, 0, 0
; Swaps elements from both ends.
    lis $4
    .word 4
    add $5, $2, $2
    add $5, $5, $5
    add $5, $5, $1
loop:
    sub $5, $5, $4
    beq $1, $5, done
    lw $7, 0($1)
    lw $8, 0($5)
    sw $8, 0($1)
    sw $7, 0($5)
    add $1, $1, $4
    beq $0, $0, loop
done:
    jr $31
