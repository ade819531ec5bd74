; The maximum of an array, by pointer.
    lis $4
    .word 4
    mult $2, $4
    mflo $5
    add $5, $5, $1
    lw $9, 0($1)
    add $1, $1, $4
loop:
    sltu $6, $1, $5
    beq $6, $0, done
    lw $7, 0($1)
    slt $8, $7, $9
    bne $8, $0, next
    add $9, $7, $0
next:
    add $1, $1, $4
    beq $0, $0, loop
done:
    add $3, $9, $0
    jr $31
