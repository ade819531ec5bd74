;@ claim: differ
;@ title: The greatest common divisor, by remainders and by differences with swaps
;@ family: congruence
;@ witness: 2, 1 -> 1 | 2
;@ note: the right loop also stops at 1, and returns the other word
    lis $4
    .word 4
    lis $11
    .word 1
    sw $1, -4($30)
    sub $30, $30, $4
    sw $2, -4($30)
    sub $30, $30, $4
    sub $29, $30, $4
    lis $5
    .word 4
    sub $30, $30, $5
while1:
    lw $3, 4($29)
    lis $6
    .word 0
    beq $3, $6, endwhile2
    lw $3, 8($29)
    lw $6, 4($29)
    divu $3, $6
    mfhi $3
    sw $3, 0($29)
    lw $3, 4($29)
    sw $3, 8($29)
    lw $3, 0($29)
    sw $3, 4($29)
    beq $0, $0, while1
endwhile2:
    lw $3, 8($29)
    add $30, $29, $4
    add $30, $30, $4
    add $30, $30, $4
    jr $31
