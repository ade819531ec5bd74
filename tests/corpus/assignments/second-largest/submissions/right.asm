; Puts the first two in order, then the others.
    lis $4
    .word 4
    lis $11
    .word 1
    add $8, $2, $2
    add $8, $8, $8
    add $8, $8, $1
    lw $6, 0($1)
    lw $3, 4($1)
    slt $7, $6, $3
    beq $7, $0, rest
    add $9, $3, $0
    add $3, $6, $0
    add $6, $9, $0
rest:
    add $1, $1, $4
    add $1, $1, $4
next:
    beq $1, $8, end
    lw $5, 0($1)
    add $1, $1, $4
    slt $7, $3, $5
    beq $7, $0, next
    slt $7, $6, $5
    beq $7, $0, middle
    add $3, $6, $0
    add $6, $5, $0
    beq $0, $0, next
middle:
    add $3, $5, $0
    beq $0, $0, next
end:
    jr $31
