;@ title: Sorting an array by insertion
; Selection: the least element of the rest goes to the front.
    lis $4
    .word 4
    add $5, $2, $2
    add $5, $5, $5
    add $5, $5, $1
outer:
    slt $6, $1, $5
    beq $6, $0, done
    add $7, $1, $4
inner:
    slt $6, $7, $5
    beq $6, $0, next
    lw $8, 0($1)
    lw $9, 0($7)
    slt $6, $9, $8
    beq $6, $0, keep
    sw $9, 0($1)
    sw $8, 0($7)
keep:
    add $7, $7, $4
    beq $0, $0, inner
next:
    add $1, $1, $4
    beq $0, $0, outer
done:
    jr $31
