;@ witness: 3, 0, 0, 7, 0, 0, 0
; Halves the range from $8 to $9 (behind its last element).
    lis $11
    .word 1
    lis $4
    .word 4
    lis $7
    .word 7
    lis $12
    .word 2
    add $3, $0, $0
    add $8, $0, $0
    add $9, $2, $0
halve:
    slt $5, $8, $9
    beq $5, $0, end
    add $6, $8, $9
    div $6, $12
    mflo $6
    mult $6, $4
    mflo $10
    add $10, $10, $1
    lw $5, 0($10)
    beq $5, $7, found
    slt $13, $7, $5
    bne $13, $0, upper
    add $9, $6, $0
    beq $0, $0, halve
upper:
    add $8, $6, $11
    beq $0, $0, halve
found:
    add $3, $11, $0
end:
    jr $31
