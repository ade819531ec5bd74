;@ witness: 2, 0, 1, 0, 0, 0
; Walks an address up to the end of the array.
    lis $4
    .word 4
    mult $2, $4
    mflo $6
    add $6, $6, $1
    add $3, $0, $0
next:
    slt $7, $1, $6
    beq $7, $0, end
    lw $5, 0($1)
    beq $5, $0, end
    add $3, $3, $5
    add $1, $1, $4
    beq $0, $0, next
end:
    jr $31
